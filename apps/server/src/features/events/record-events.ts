import { backfilledDays } from '@florin/contract';
import type { Logger } from 'pino';
import { transact } from '../../platform/database/transact.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { busyWithRequests, pace, type Pace } from '../../platform/pace.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import type { Vault } from '../../platform/vault.ts';
import { findMembers, type Member } from '../identity/index.ts';
import { memberVersions, versionText, type VersionSources } from '../notifications/index.ts';
import { advanceParty, findParty, insertEvents, lockParty } from './event-store.ts';
import { draftsOf, type DraftSources } from './read-drafts.ts';

export type EventSources = DraftSources & VersionSources & { readonly vault: Vault };

const everySeconds = 0.5;
const partiesAtOnce = 1_000;
/**
 * The maximum number of events per second while members' requests keep the process busy. The number is several times
 * the number of deliveries at such times.
 */
const busyPerSecond = 1_000;

type Scheduling = { readonly logger: Logger; readonly requestsInFlight: () => number };

export function scheduleEvents({ requestsInFlight, ...sources }: EventSources & Scheduling) {
  const wait = pace(busyPerSecond, busyWithRequests(requestsInFlight));
  return recurringJob(sources, 'record-events', everySeconds, (signal) => recordAllEvents(sources, { signal, wait }));
}

/** Records the member's events from now on, and the events of the last 90 days. */
export async function startRecording(
  { pool, vault }: Pick<EventSources, 'pool' | 'vault'>,
  memberId: string,
): Promise<void> {
  const { rowCount } = await pool.query('select from event_parties where user_id = $1', [memberId]);
  if (rowCount === 1) return;
  await transact(pool, async (tx) => {
    const { rowCount: added } = await tx.query(
      `insert into event_parties (user_id, since, requests_read)
       select id, start, start from people, lateral (select now() - make_interval(days => $2) as start) s
       where id = $1 and closed_at is null on conflict do nothing`,
      [memberId, backfilledDays],
    );
    if (added === 1) await vault.createKey(tx, memberId);
  });
}

type Meanwhile = {
  readonly signal?: AbortSignal | undefined;
  /** Waits after a batch of the given number of events. Default: no wait. */
  readonly wait?: Pace | undefined;
};

/**
 * Records the new events of all members who use events. A member without a new version of the data has no new events. A
 * member whose ledger is down follows later.
 */
export async function recordAllEvents(sources: EventSources, { signal, wait }: Meanwhile = {}): Promise<void> {
  const { pool } = sources;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await pool.query<{ user_id: string; versions: string | null; is_due: boolean }>({
      name: 'event-parties',
      text: `select user_id, versions, check_at <= now() as is_due from event_parties
             where user_id > $1 order by user_id limit $2`,
      values: [after, partiesAtOnce],
    });
    if (rows.length === 0 || signal?.aborted) return;
    const { versions, errors } = await memberVersions(
      sources,
      rows.map((row) => row.user_id),
    );
    const isRead = (id: string) => errors.length === 0 || versions.get(id)?.has('ledger');
    const changed = rows.filter(
      (row) => isRead(row.user_id) && (row.is_due || row.versions !== versionText(versions.get(row.user_id))),
    );
    const members = await findMembers(
      pool,
      changed.map((row) => row.user_id),
    );
    await forEachSettled([...members.values()], (member) => recordEvents(sources, member, { signal, wait }), signal);
    if (errors.length > 0) throw errors[0];
    after = rows.at(-1)?.user_id ?? after;
  }
}

/** Each batch reads at most 500 postings of a wallet. */
const batchesOfCall = 10;

/**
 * Records the new events of a member who uses events, in batches. An object can be read before its event is recorded,
 * because the event contains the answer of the call for the object.
 */
export async function recordEvents(
  sources: EventSources,
  member: Member,
  { batches = batchesOfCall, signal, wait }: Meanwhile & { readonly batches?: number } = {},
): Promise<void> {
  for (let batch = 0; batch < batches && !signal?.aborted; batch++) {
    const { count, more } = await recordBatch(sources, member);
    if (count > 0) await wait?.(count);
    if (!more) return;
  }
}

const nothingNew = { count: 0, more: false };

/** Returns the number of recorded events, and whether more follow. */
async function recordBatch(
  sources: EventSources,
  member: Member,
): Promise<{ readonly count: number; readonly more: boolean }> {
  const { pool, vault } = sources;
  const read = await findParty(pool, member.id);
  if (!read) return nothingNew;
  // The versions are read before the data, so the data is never older than its version.
  const { versions: found, errors } = await memberVersions(sources, [member.id]);
  if (errors.length > 0) throw errors[0];
  const versions = versionText(found.get(member.id));
  if (!read.isDue && read.versions === versions) return nothingNew;
  const drafts = await draftsOf(sources, member, read);
  const box = await vault.openBox(pool, member.id);
  if (!box) return nothingNew; // closed
  return transact(pool, async (tx) => {
    const last = await lockParty(tx, member.id);
    if (last === undefined) return nothingNew;
    const newLast = await insertEvents(tx, { memberId: member.id, last, box }, drafts.drafts);
    await advanceParty(tx, member.id, { last: newLast, read, drafts, versions });
    return { count: drafts.drafts.length, more: drafts.more };
  });
}
