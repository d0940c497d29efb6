import type { EventOfMember } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import { readBody } from './event-store.ts';
import { recordEvents, startRecording, type EventSources } from './record-events.ts';

type Page = {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
};

const usualLimit = 100;

/**
 * Returns a page of the member's events, with everything that was committed before the call. The first call starts the
 * log and fills in the last 90 days. Without a position, it returns the oldest events.
 */
export async function listEvents(
  sources: EventSources,
  member: Member,
  { after = 0, before, limit = usualLimit }: Page,
): Promise<{ events: EventOfMember[]; has_more: boolean }> {
  await startRecording(sources, member.id);
  await recordEvents(sources, member);
  const rows = await readPage(sources.pool, member.id, { after, before, limit: limit + 1 });
  const box = rows.length === 0 ? undefined : await sources.vault.openBox(sources.pool, member.id);
  return {
    events: box ? rows.slice(0, limit).map(({ sealed_body: sealed }) => readBody(box, sealed)) : [],
    has_more: rows.length > limit,
  };
}

async function readPage(
  database: Queryable,
  memberId: string,
  { after, before, limit }: { readonly after: number; readonly before: number | undefined; readonly limit: number },
): Promise<{ sealed_body: Buffer }[]> {
  const { rows } = await database.query<{ sealed_body: Buffer }>(
    before === undefined
      ? 'select sealed_body from events where user_id = $1 and sequence > $2 order by sequence limit $3'
      : 'select sealed_body from events where user_id = $1 and sequence < $2 order by sequence desc limit $3',
    [memberId, before ?? after, limit],
  );
  return rows;
}
