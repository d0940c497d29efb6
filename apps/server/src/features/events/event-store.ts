import type { EventOfMember } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { PersonalBox } from '../../platform/vault.ts';
import type { HistoryPosition } from '../activity/index.ts';
import { bodyPurpose, eventBody, eventId, type EventDraft } from './event-body.ts';
import type { Drafts, ReadingPosition } from './read-drafts.ts';

export type Party = ReadingPosition & {
  /** The versions of the member's data at the time of reading. Null if the last reading was not complete. */
  readonly versions: string | null;
  /** Whether the data may have changed without a new version. */
  readonly isDue: boolean;
  readonly now: Date;
};

type PartyRow = {
  since: Date;
  position: HistoryPosition | null;
  requests_read: Date;
  versions: string | null;
  is_due: boolean;
  now: Date;
};

/** Returns undefined for a member who does not use events. */
export async function findParty(database: Queryable, memberId: string): Promise<Party | undefined> {
  const { rows } = await database.query<PartyRow>({
    name: 'event-party',
    text: `select since, position, requests_read, versions, check_at <= now() as is_due, now()
           from event_parties where user_id = $1`,
    values: [memberId],
  });
  const [row] = rows;
  return (
    row && {
      since: row.since,
      history: row.position ?? undefined,
      requests: row.requests_read,
      versions: row.versions,
      isDue: row.is_due,
      now: row.now,
    }
  );
}

/** Locks the member's events until the transaction ends. Returns the last number; undefined if the account was closed. */
export async function lockParty(tx: Queryable, memberId: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ last_sequence: bigint }>(
    'select last_sequence from event_parties where user_id = $1 for update',
    [memberId],
  );
  return rows[0] && Number(rows[0].last_sequence);
}

/** Records the new events and their deliveries. The caller has locked the party. */
export async function insertEvents(
  tx: Queryable,
  { memberId, last, box }: { readonly memberId: string; readonly last: number; readonly box: PersonalBox },
  drafts: readonly EventDraft[],
): Promise<number> {
  if (drafts.length === 0) return last;
  const byId = new Map(drafts.map((draft) => [eventId(memberId, draft), draft]));
  const { rows } = await tx.query<{ id: string }>('select id from events where id = any ($1)', [[...byId.keys()]]);
  for (const { id } of rows) byId.delete(id);
  const fresh = [...byId].map(([id, draft], place) => ({ id, sequence: last + 1 + place, draft }));
  if (fresh.length === 0) return last;
  await tx.query(
    `insert into events (id, user_id, sequence, type, object, happened_at, sealed_body)
     select id, $1, sequence, type, object, at, body
     from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[], $7::bytea[])
       e (id, sequence, type, object, at, body)`,
    [
      memberId,
      fresh.map(({ id }) => id),
      fresh.map(({ sequence }) => sequence),
      fresh.map(({ draft }) => draft.type),
      fresh.map(({ draft }) => draft.object),
      fresh.map(({ draft }) => draft.at),
      fresh.map(({ id, sequence, draft }) => box.encrypt(bodyPurpose, eventBody(id, sequence, draft))),
    ],
  );
  await tx.query(
    // Times of events have milliseconds.
    `insert into webhook_deliveries (id, webhook_id, event_id, sequence, object)
     select gen_random_uuid(), w.id, e.id, e.sequence, e.object
     from webhooks w join events e on e.user_id = w.user_id and e.sequence > $2
     where w.user_id = $1 and w.disabled_at is null and (w.types = '{}' or e.type = any (w.types))
       and e.happened_at >= date_trunc('milliseconds', w.active_since)`,
    [memberId, last],
  );
  return last + fresh.length;
}

/** Stores the position up to which the member's events were read. */
export async function advanceParty(
  tx: Queryable,
  memberId: string,
  { last, read, drafts, versions }: { last: number; read: Party; drafts: Drafts; versions: string },
): Promise<void> {
  await tx.query(
    `update event_parties set
       last_sequence = $2, position = $3,
       versions = case when $4 then null else $5 end,
       requests_read = case when $4 then requests_read else $6 end,
       check_at = case when $4 then now() else least($7, now() + interval '1 day') end
     where user_id = $1`,
    [memberId, last, JSON.stringify(drafts.history), drafts.more, versions, read.now, drafts.nextChange],
  );
}

/** Decrypts a body, and preserves the written form of its numbers. */
export const readBody = (box: PersonalBox, sealed: Buffer): EventOfMember =>
  parseExact(box.decrypt(bodyPurpose, sealed).toString()) as EventOfMember;

const parseExact = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : value,
  );
