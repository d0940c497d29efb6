import { amountOf } from '@florin/money';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Waiting, WaitingKind } from './movement.ts';
import type { WaitingFilter } from './page-filter.ts';
import type { StoredLine } from './store.ts';

type HoldRow = {
  hold: bigint;
  owner: string;
  asset: string;
  amount: bigint;
  expires_at: Date | null;
  kind: string;
  recorded_at: Date;
  actor: string;
  metadata: EntryMetadata;
  ended_by: bigint | null;
  end_kind: string | null;
  end_recorded_at: Date | null;
  end_metadata: EntryMetadata | null;
};

const columns = `
  h.id as hold, a.owner, a.asset, h.amount, h.expires_at, e.kind, e.recorded_at, e.actor, e.metadata,
  h.ended_by, d.kind as end_kind, d.recorded_at as end_recorded_at, d.metadata as end_metadata`;

/** Holds with the entries that started and ended them. `offset 0` forces the planner to look up the entries by key. */
const holds = `member_books.holds h
  cross join lateral (select * from member_books.entries where id = h.id offset 0) e
  left join lateral (select * from member_books.entries where id = h.ended_by offset 0) d on true`;

/**
 * Returns the condition for pending and failed holds. The condition's parameters are `filterValues`, starting at the
 * given number.
 */
export function askedWaiting(first: number): string {
  const [kinds, endKinds, open, asset, since, until] = Array.from({ length: 6 }, (_, i) => `$${first + i}`);
  return `e.kind = any (${kinds}) and (${open}::boolean and h.ended_by is null or d.kind = any (${endKinds}))
    and (${asset}::text is null or a.asset = ${asset})
    and (${since}::timestamptz is null or e.recorded_at >= ${since})
    and (${until}::timestamptz is null or e.recorded_at < ${until})`;
}

export const filterValues = ({ kinds, endKinds, open, asset, since, until }: WaitingFilter) => [
  [...kinds.keys()],
  endKinds,
  open,
  asset,
  since,
  until,
];

const asked = `h.account_id = a.id and h.id <= $2 and ${askedWaiting(4)}`;

/** The range of a member's holds: from the given hold down, at most `limit`, or all if null. */
type Asked = { readonly from: bigint; readonly limit: number | null };

/** Returns a member's pending and failed holds, newest first. Reads by key, so posted holds cost nothing. */
export async function newestWaiting(
  database: Queryable,
  owner: string,
  filter: WaitingFilter,
  { from, limit }: Asked,
): Promise<StoredLine[]> {
  if (filter.kinds.size === 0) return [];
  const { rows } = await database.query<HoldRow>({
    name: 'history-waiting',
    text: waitingText(false),
    values: [owner, from, limit, ...filterValues(filter)],
  });
  return waitingLines(database, rows, filter.kinds);
}

/** A ledger's part of a member's holds: from the hold `from` down to the hold after `after`. */
export type HoldPart = { readonly after: bigint; readonly from: bigint };

/**
 * Returns the pending and failed holds of each part separately. The older holds of a member whose money was moved here
 * have numbers of another ledger.
 */
export async function newestWaitingByPart(
  database: Queryable,
  owner: string,
  filter: WaitingFilter,
  { parts, limit }: { readonly parts: readonly HoldPart[]; readonly limit: number | null },
): Promise<StoredLine[][]> {
  if (filter.kinds.size === 0) return [];
  const { rows } = await database.query<HoldRow>({
    name: 'history-waiting-by-part',
    text: waitingText(true),
    values: [owner, parts.map(({ from }) => from), limit, ...filterValues(filter), parts.map(({ after }) => after)],
  });
  const lines = await waitingLines(database, rows, filter.kinds);
  const isIn = ({ entryId }: StoredLine, { after, from }: HoldPart) => entryId > after && entryId <= from;
  return parts.map((part) => lines.filter((line) => isIn(line, part)).slice(0, limit ?? lines.length));
}

const parts = 'cross join unnest($2::bigint[], $10::bigint[]) part (up_to, after)';
const ofPart = `h.account_id = a.id and h.id <= part.up_to and h.id > part.after and ${askedWaiting(4)}`;

const waitingText = (byPart: boolean) => `
  select line.* from member_books.accounts a ${byPart ? parts : ''}
  cross join lateral (
    select ${columns} from ${holds}
    where ${byPart ? ofPart : asked} and h.ending is distinct from 'posted'
    order by h.id desc limit $3
  ) line
  where a.owner = $1 and a.kind = 'wallet'
  union all -- a claim on the bank is taken back by postings, too
  select line.* from member_books.accounts a ${byPart ? parts : ''}
  cross join lateral (
    select ${columns} from ${holds} where ${byPart ? ofPart : asked} order by h.id desc limit $3
  ) line
  where a.owner = $1 and a.kind = 'incoming'
  order by hold desc ${byPart ? '' : 'limit $3'}`;

/** The last entry up to which the changes of an account's holds were read, for each account and ledger. */
export type HoldPosition = {
  readonly account: bigint;
  readonly read: bigint;
  /** The last number of the ledger's entries. */
  readonly last: bigint;
};

/** A hold with its current state and its first state. */
export type ChangedHold = {
  readonly account: bigint;
  /** The latest entry that began or ended the hold, and the time of this entry. */
  readonly entry: bigint;
  readonly at: Date;
  readonly began: StoredLine;
  /** The line of a hold that ended without a posting. */
  readonly failed: StoredLine | undefined;
};

/**
 * Returns the holds that began or ended after the positions and since a time, in the order of their last changes, at
 * most `limit`. Entries of one account are numbered in the order of their commits, so a new entry never appears before
 * a position.
 */
export async function changedHolds(
  database: Queryable,
  positions: readonly HoldPosition[],
  kinds: ReadonlyMap<string, WaitingKind>,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<ChangedHold[]> {
  const endKinds = [...kinds.values()].flatMap(({ pending }) => Object.keys(pending.failures));
  const { rows } = await database.query<HoldRow & { account: bigint; entry: bigint }>({
    name: 'changed-holds',
    text: `select h.account_id as account, greatest(h.id, h.ended_by) as entry, ${columns}
           from unnest($1::bigint[], $2::bigint[], $3::bigint[]) part (account, after, last)
           join member_books.accounts a on a.id = part.account
           cross join lateral (
             select id from member_books.holds where account_id = part.account and id > part.after and id <= part.last
             union
             select id from member_books.holds
             where account_id = part.account and ended_by > part.after and ended_by <= part.last
           ) changed
           join ${holds} on h.id = changed.id
           where e.kind = any ($4) and greatest(e.recorded_at, d.recorded_at) >= $5
           order by entry limit $6`,
    values: [
      positions.map(({ account }) => account),
      positions.map(({ read }) => read),
      positions.map(({ last }) => last),
      [...kinds.keys()],
      since,
      limit,
    ],
  });
  return rows.map((row) => ({
    account: row.account,
    entry: row.entry,
    at: row.end_recorded_at ?? row.recorded_at,
    began: waitingLine({ ...row, ...notEnded }, kinds, new Map()),
    failed: endKinds.includes(row.end_kind ?? '') ? waitingLine(row, kinds, new Map()) : undefined,
  }));
}

const notEnded = { ended_by: null, end_kind: null, end_recorded_at: null, end_metadata: null };

/** Returns the state of a member's hold: its line while it is pending or failed, else the entry that posted it. */
export async function findWaiting(
  database: Queryable,
  owner: string,
  kinds: ReadonlyMap<string, WaitingKind>,
  hold: bigint,
): Promise<{ line: StoredLine; kind: WaitingKind } | { postedBy: bigint; kind: WaitingKind } | undefined> {
  const { rows } = await database.query<HoldRow>(
    `select ${columns}
     from member_books.holds h join member_books.accounts a on a.id = h.account_id
     join member_books.entries e on e.id = h.id
     left join member_books.entries d on d.id = h.ended_by
     where h.id = $1 and a.owner = $2`,
    [hold, owner],
  );
  const row = rows[0];
  const kind = row && kinds.get(row.kind);
  if (!kind) return undefined;
  if (row.ended_by !== null && statusOf(row, kind.pending) === undefined) return { postedBy: row.ended_by, kind };
  const [line] = await waitingLines(database, rows, kinds);
  return line && { line, kind };
}

async function waitingLines(database: Queryable, rows: readonly HoldRow[], kinds: ReadonlyMap<string, WaitingKind>) {
  const sent = await sentTimes(database, rows, kinds);
  return rows.map((row) => waitingLine(row, kinds, sent));
}

/** Returns when each sent hold was sent to the bank. */
async function sentTimes(database: Queryable, rows: readonly HoldRow[], kinds: ReadonlyMap<string, WaitingKind>) {
  const holdOfKey = new Map<string, bigint>();
  for (const { hold, kind } of rows) {
    const key = kinds.get(kind)?.pending.sentKey?.(hold);
    if (key !== undefined) holdOfKey.set(key, hold);
  }
  if (holdOfKey.size === 0) return new Map<bigint, Date>();
  const { rows: entries } = await database.query<{ key: string; recorded_at: Date; id: bigint }>(
    'select key, recorded_at, id from member_books.entries where key = any ($1)',
    [[...holdOfKey.keys()]],
  );
  // A cancellation uses the same key and ends the hold, so its time is not a time of sending.
  const endings = new Set(rows.map((row) => row.ended_by));
  return new Map(
    entries.flatMap(({ key, recorded_at, id }) => {
      const hold = holdOfKey.get(key);
      return hold === undefined || endings.has(id) ? [] : [[hold, recorded_at]];
    }),
  );
}

function statusOf({ ended_by, end_kind }: HoldRow, { failures }: Waiting) {
  return ended_by === null ? 'pending' : failures[end_kind ?? ''];
}

function waitingLine(
  row: HoldRow,
  kinds: ReadonlyMap<string, WaitingKind>,
  sent: ReadonlyMap<bigint, Date>,
): StoredLine {
  const kind = kinds.get(row.kind);
  const status = kind && statusOf(row, kind.pending);
  if (!kind || !status) throw new Error(`Hold ${row.hold} is neither pending nor failed.`);
  const amount = amountOf(row.asset, row.amount);
  const reserved = status === 'pending' && kind.pending.direction === 'out';
  return {
    entryId: row.hold,
    amount: amountOf(row.asset, reserved ? -row.amount : 0n),
    kind: kind.kind,
    recordedAt: row.recorded_at,
    actor: row.actor,
    metadata: { ...row.metadata, ...row.end_metadata },
    posting: undefined,
    waiting: {
      hold: row.hold,
      owner: row.owner,
      amount,
      status,
      endedAt: row.end_recorded_at ?? undefined,
      expiresAt: row.expires_at ?? undefined,
      sentAt: sent.get(row.hold),
    },
  };
}
