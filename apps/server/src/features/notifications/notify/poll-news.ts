import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { memberVersions, type VersionSources, type Versions } from '../member-versions.ts';
import { advance, lastPoll, readUpTo } from './last-poll.ts';
import { pollLedger } from './poll-ledger.ts';
import { reachableAmong, reachableMembers, type ChangedMember } from './reachable-members.ts';
import { allEntries, mainShard, type Ledger } from '../../../ledger/index.ts';

export type Bounds = {
  /** The other members of a ledger follow in the next runs. */
  readonly membersAtOnce: number;
  /** Above this number of new entries, a poll reads only final ones, each once. */
  readonly entriesReadAgain: number;
};

export type PollSources = VersionSources & { readonly ledger: Pick<Ledger, 'byLedger' | 'entryRanges'> };

type PolledMember = { readonly id: string; readonly versions: string };

export type Poll = {
  /** Members with possible notifications, and the versions of their data. */
  readonly members: readonly PolledMember[];
  /** One error for each ledger that could not be polled. The members of such a ledger follow once the ledger is up. */
  readonly errors: readonly unknown[];
  /**
   * Call it after the notifications, with the members whose notifications failed. The ledgers of these members are
   * polled again.
   */
  readonly done: (failed: ReadonlySet<string>) => Promise<void>;
};

/**
 * Returns the members with possible notifications since the last poll: from the ledgers, member changes and expired
 * requests. Each ledger has its own position, because each ledger numbers its own entries and transactions.
 */
export const pollMembers = (sources: PollSources, bounds: Bounds): Promise<Poll> =>
  sources.ledgers && sources.ledgers.length > 0
    ? pollSeveral(sources, sources.ledgers, bounds)
    : pollOne(sources, bounds);

async function pollOne(sources: PollSources, { membersAtOnce, entriesReadAgain }: Bounds): Promise<Poll> {
  const { pool } = sources;
  const last = await lastPoll(pool, entriesReadAgain);
  const found = await changedSince(sources, await reachableMembers(pool, last, readUpTo(last, allEntries.last)));
  return {
    members: found.slice(0, membersAtOnce),
    errors: [],
    done: async (failed) => {
      if (failed.size === 0 && found.length <= membersAtOnce) await advance(pool, mainShard, last);
    },
  };
}

async function pollSeveral(
  sources: PollSources,
  ledgers: readonly Pool[],
  { membersAtOnce, entriesReadAgain }: Bounds,
): Promise<Poll> {
  const { pool, ledger } = sources;
  const books = [pool, ...ledgers];
  const polls = await Promise.allSettled(
    ledger.entryRanges.map((entries, shard) =>
      pollLedger(pool, { shard, books: books[shard] ?? pool, entries }, entriesReadAgain),
    ),
  );
  const up = polls.flatMap((poll) => (poll.status === 'fulfilled' ? [poll.value] : []));
  const errors = polls.flatMap((poll) => (poll.status === 'rejected' ? [poll.reason] : []));
  const [first] = up;
  if (!first) throw new AggregateError(errors, 'no ledger could be polled');

  // A ledger that was down has the oldest start. The versions filter out members who were notified since then.
  const since = up.map(({ last }) => last.changed_since).reduce((a, b) => (a < b ? a : b));
  const owners = up.flatMap((one) => one.owners);
  const changed = await reachableAmong(pool, owners, { changed_since: since, now: first.last.now });
  const homes = await ledger.byLedger(changed.map(({ id }) => id));
  const isUp = new Set(up.flatMap(({ shard }) => homes.get(shard) ?? []));
  const found = await changedSince(
    sources,
    changed.filter(({ id }) => isUp.has(id)),
  );
  const byId = new Map(found.map((member) => [member.id, member]));
  const foundIn = (shard: number) => (homes.get(shard) ?? []).flatMap((id) => byId.get(id) ?? []);
  return {
    members: up.flatMap(({ shard }) => foundIn(shard).slice(0, membersAtOnce)),
    errors,
    done: async (failed) => {
      for (const { shard, last } of up) {
        const own = foundIn(shard);
        if (own.length <= membersAtOnce && !own.some(({ id }) => failed.has(id))) await advance(pool, shard, last);
      }
    },
  };
}

/** Returns the members whose versions differ from the last poll. */
async function changedSince(sources: PollSources, members: readonly ChangedMember[]): Promise<PolledMember[]> {
  if (members.length === 0) return [];
  const ids = members.map(({ id }) => id);
  const [{ versions, errors }, polled] = await Promise.all([
    memberVersions(sources, ids),
    polledVersions(sources.pool, ids),
  ]);
  if (errors.length > 0) throw errors[0]; // the next poll leaves this ledger out
  return members
    .map(({ id, clock }) => ({ id, versions: versionText(versions.get(id), clock) }))
    .filter((member) => polled.get(member.id) !== member.versions);
}

const versionText = (versions: Versions = new Map(), clock: Date | undefined) =>
  JSON.stringify([...versions, ...(clock ? [['clock', clock] as const] : [])].toSorted(byName));
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => one.localeCompare(other);

async function polledVersions(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ user_id: string; versions: string }>(
    'select user_id, versions from news_versions where user_id = any ($1)',
    [ids],
  );
  return new Map(rows.map((row) => [row.user_id, row.versions]));
}
