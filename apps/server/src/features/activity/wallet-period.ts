import type { Transaction } from '@florin/contract';
import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { AccountId } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { HistoryLine } from './movement.ts';
import { oldestLines } from './store.ts';

const linesAtOnce = 500;

/** Includes `from` and excludes `to`. */
export type Period = { readonly from: Date; readonly to: Date };

/** A wallet's figures for a period, computed from its postings. */
export type WalletPeriod = {
  readonly opening: Amount<FiatCode>;
  /** The sums of all credits and all debits. Neither is negative. */
  readonly moneyIn: Amount<FiatCode>;
  readonly moneyOut: Amount<FiatCode>;
  readonly closing: Amount<FiatCode>;
  readonly count: number;
  /** Yields the postings, oldest first, in chunks. */
  readonly lines: () => AsyncGenerator<readonly Transaction[]>;
};

type View = (lines: readonly HistoryLine[]) => Promise<readonly Transaction[]>;

export async function walletPeriod(
  database: Queryable,
  wallet: { readonly account: AccountId; readonly currency: FiatCode },
  { from, to }: Period,
  view: View,
): Promise<WalletPeriod> {
  const [before = 0n, last = 0n] = await lastBefore(database, wallet.account, [from, to]);
  const { opening, closing, money_in, money_out, moves } = await sumsOf(database, wallet.account, before, last);
  if (opening + money_in - money_out !== closing)
    throw new Error(`Account ${wallet.account}: postings ${before + 1n} to ${last} do not add up to its balance.`);
  const amount = (units: bigint) => amountOf(wallet.currency, units);
  return {
    opening: amount(opening),
    moneyIn: amount(money_in),
    moneyOut: amount(money_out),
    closing: amount(closing),
    count: Number(last - before - moves),
    async *lines() {
      for (let next = before + 1n; next <= last; next += BigInt(linesAtOnce))
        yield await view(await oldestLines(database, wallet.account, { from: next, to: last, limit: linesAtOnce }));
    },
  };
}

/**
 * Returns for each moment the number of the account's last posting before it, or 0. Postings are numbered in the order
 * of time, so a binary search needs 20 reads for a million postings.
 */
export async function lastBefore(database: Queryable, account: AccountId, moments: readonly Date[]): Promise<bigint[]> {
  const { rows } = await database.query<{ seq: bigint }>(
    `with recursive search (moment, low, high) as (
       select moment, 0::bigint, (select seq from member_books.accounts where id = $1)
       from unnest($2::timestamptz[]) moment
       union all
       select moment, case when earlier then middle else low end, case when earlier then high else middle - 1 end
       from (
         select s.moment, s.low, s.high, m.middle, e.recorded_at < s.moment as earlier
         from search s
         cross join lateral (select (s.low + s.high + 1) / 2 as middle) m
         join member_books.postings p on p.account_id = $1 and p.seq = m.middle
         join member_books.entries e on e.id = p.entry_id
         where s.low < s.high
       ) look
     )
     select low as seq from search where low = high order by moment`,
    [account, moments],
  );
  return rows.map(({ seq }) => seq);
}

type Sums = { opening: bigint; closing: bigint; money_in: bigint; money_out: bigint; moves: bigint };

/** Returns the balances after the postings `before` and `last`, and the sums of the postings between them. */
async function sumsOf(database: Queryable, account: AccountId, before: bigint, last: bigint): Promise<Sums> {
  const { rows } = await database.query<Sums>(
    `select coalesce(max(balance_after) filter (where seq = $2), 0) as opening,
            coalesce(max(balance_after) filter (where seq = $3), 0) as closing,
            coalesce(sum(amount) filter (where seq > $2 and amount > 0 and not is_move), 0) as money_in,
            coalesce(-sum(amount) filter (where seq > $2 and amount < 0 and not is_move), 0) as money_out,
            count(*) filter (where seq > $2 and is_move) as moves
     from member_books.postings
     cross join lateral (
       select exists (
         select from member_books.moves m where m.account_id = postings.account_id and m.seq = postings.seq
       ) as is_move
     ) m
     where account_id = $1 and seq between $2 and $3`,
    [account, before, last],
  );
  return rows[0] ?? { opening: 0n, closing: 0n, money_in: 0n, money_out: 0n, moves: 0n };
}
