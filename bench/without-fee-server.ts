/**
 * The product without fee lines, for P7. The line is removed where the batch goes to the database, so no product code
 * knows about this change.
 */
import { numberArray } from '../apps/server/src/platform/database/array-literal.ts';
import type { Pool } from '../apps/server/src/platform/database/pool.ts';
import { serveChanged } from './bench-app.ts';

/** The parameters of ledger.post with each line's entry, account and amount. */
const [entryPlace, accountPlace, amountPlace] = [5, 6, 7];

await serveChanged({ pool: withoutFeeLines });

/** Patches the pool's clients, because a batch uses one of them. */
function withoutFeeLines(pool: Pool): Pool {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<Result>;
    const withoutFees = async (post: Post) => {
      const kept = keptLines(post);
      const result = await query({ ...post, values: stripFees(post.values, kept) });
      for (const row of result.rows) padFees(row, kept);
      return result;
    };
    const patched = (first: unknown, ...rest: unknown[]) =>
      isPost(first) ? withoutFees(first) : query(first, ...rest);
    Object.assign(client, { query: patched });
  });
  return pool;
}

type Post = { name: string; values: unknown[] };
type Row = { posting_seq: bigint[] | null; posting_balance: bigint[] | null };
type Result = { rows: Row[] };

function isPost(query: unknown): query is Post {
  return typeof query === 'object' && query !== null && 'name' in query && query.name === 'post';
}

/**
 * Returns whether each line stays. Only sends run here, with lines for sender, recipient and fee; the fee's house
 * account has a negative id.
 */
const keptLines = ({ values }: Post): boolean[] => numbersIn(values[accountPlace]).map((account) => account > 0n);

/** Removes the fee lines and reduces the sender's payment. */
function stripFees(values: unknown[], kept: boolean[]): unknown[] {
  const entries = numbersIn(values[entryPlace]);
  const amounts = numbersIn(values[amountPlace]);
  const fees = new Map(entries.map((entry, i) => [entry, kept[i] ? 0n : (amounts[i] ?? 0n)]));
  const withoutFees = amounts.map((amount, i) => (amount < 0n ? amount + (fees.get(entries[i] ?? 0n) ?? 0n) : amount));
  const only = (list: bigint[]) => numberArray(list.filter((_, i) => kept[i]));
  return values
    .with(entryPlace, only(entries))
    .with(accountPlace, only(numbersIn(values[accountPlace])))
    .with(amountPlace, only(withoutFees));
}

/** Parses a text from `numberArray`. */
const numbersIn = (array: unknown): bigint[] => String(array).slice(1, -1).split(',').map(BigInt);

/** Adds a place for each removed line to the answer. */
function padFees(row: Row, kept: boolean[]) {
  const pad = (list: bigint[] | null) => {
    const rest = [...(list ?? [])];
    return kept.map((is) => (is ? (rest.shift() ?? 0n) : 0n));
  };
  Object.assign(row, { posting_seq: pad(row.posting_seq), posting_balance: pad(row.posting_balance) });
}
