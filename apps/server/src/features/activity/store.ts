import { amountOf } from '@florin/money';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { HistoryLine } from './movement.ts';

export type LineRow = {
  account_id: bigint;
  seq: bigint;
  entry_id: bigint;
  amount: bigint;
  balance_after: bigint;
  asset: string;
  kind: string;
  recorded_at: Date;
  actor: string;
  metadata: EntryMetadata;
};

export const lineColumns = `p.account_id, p.seq, p.entry_id, p.amount, p.balance_after, p.asset, e.kind, e.recorded_at, e.actor, e.metadata`;

/** Leaves out the entries that move a member's money to another ledger, because the member still has it. */
export const isNoMove = `e.kind <> 'moved'`;

/** A line with its place in the order of all lines: its entry's id, or the id of the reserving entry. */
export type StoredLine = HistoryLine & { readonly entryId: bigint };

export const lineOf = (row: LineRow): StoredLine => ({
  entryId: row.entry_id,
  amount: amountOf(row.asset, row.amount),
  kind: row.kind,
  recordedAt: row.recorded_at,
  actor: row.actor,
  metadata: row.metadata,
  posting: { account: row.account_id, seq: row.seq, balanceAfter: amountOf(row.asset, row.balance_after) },
  waiting: undefined,
});

/** The allowed entry kinds per direction. Undefined allows all. */
export type LineFilter =
  | { readonly debitKinds: readonly string[]; readonly creditKinds: readonly string[] }
  | undefined;

/**
 * Returns the newest `limit` lines of each account within the given numbers. Reads by key, so a long history costs the
 * same.
 */
export async function newestLines(
  database: Queryable,
  spans: readonly { account: bigint; after: bigint; upTo: bigint }[],
  filter: LineFilter,
  limit: number,
): Promise<StoredLine[]> {
  const { rows } = await database.query<LineRow>({
    name: filter ? 'history-filtered' : 'history',
    text: `select line.* from unnest($1::bigint[], $2::bigint[], $3::bigint[]) wallet (account, after, up_to),
           lateral (
             select ${lineColumns} from member_books.postings p join member_books.entries e on e.id = p.entry_id
             where p.account_id = wallet.account and p.seq > wallet.after and p.seq <= wallet.up_to
               and ${filter ? '(p.amount < 0 and e.kind = any ($5) or p.amount > 0 and e.kind = any ($6))' : isNoMove}
             order by p.seq desc limit $4
           ) line`,
    values: [
      spans.map((one) => one.account),
      spans.map((one) => one.after),
      spans.map((one) => one.upTo),
      limit,
      ...(filter ? [filter.debitKinds, filter.creditKinds] : []),
    ],
  });
  return rows.map(lineOf);
}

/** Returns the oldest `limit` lines of each account after a number. */
export async function nextLines(
  database: Queryable,
  spans: readonly { account: bigint; after: bigint }[],
  limit: number,
): Promise<StoredLine[]> {
  const { rows } = await database.query<LineRow>({
    name: 'history-after',
    text: `select line.* from unnest($1::bigint[], $2::bigint[]) wallet (account, after),
           lateral (
             select ${lineColumns} from member_books.postings p join member_books.entries e on e.id = p.entry_id
             where p.account_id = wallet.account and p.seq > wallet.after and ${isNoMove} order by p.seq limit $3
           ) line`,
    values: [spans.map((one) => one.account), spans.map((one) => one.after), limit],
  });
  return rows.map(lineOf);
}

/** Returns the first `limit` lines of an account between two numbers. */
export async function oldestLines(
  database: Queryable,
  account: bigint,
  { from, to, limit }: { from: bigint; to: bigint; limit: number },
): Promise<StoredLine[]> {
  const { rows } = await database.query<LineRow>(
    `select ${lineColumns} from member_books.postings p join member_books.entries e on e.id = p.entry_id
     where p.account_id = $1 and p.seq between $2 and $3 and ${isNoMove} order by p.seq limit $4`,
    [account, from, to, limit],
  );
  return rows.map(lineOf);
}

/** Returns the line with that key if it is on one of the accounts. */
export async function findLine(
  database: Queryable,
  accounts: readonly bigint[],
  key: { account: bigint; seq: bigint },
): Promise<StoredLine | undefined> {
  const { rows } = await database.query<LineRow>(
    `select ${lineColumns} from member_books.postings p join member_books.entries e on e.id = p.entry_id
     where p.account_id = $1 and p.seq = $2 and p.account_id = any ($3) and ${isNoMove}`,
    [key.account, key.seq, accounts],
  );
  return rows[0] && lineOf(rows[0]);
}

/** Returns the lines that an entry left on the accounts. */
export async function linesOfEntry(
  database: Queryable,
  accounts: readonly bigint[],
  entryId: bigint,
): Promise<StoredLine[]> {
  const { rows } = await database.query<LineRow>(
    `select ${lineColumns} from member_books.postings p join member_books.entries e on e.id = p.entry_id
     where p.entry_id = $1 and p.account_id = any ($2) order by p.account_id, p.seq`,
    [entryId, accounts],
  );
  return rows.map(lineOf);
}
