import { fiatCodes, type AssetCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';

/** Evenly spaced moments, in seconds since 1970. */
export type Steps = { readonly from: number; readonly everySeconds: number; readonly count: number };

/** A wallet's balance from a step until its next change. */
export type BalanceStep = { readonly asset: AssetCode; readonly step: number; readonly balance: bigint };

/** The change of the reserved amount at a step. */
export type HeldStep = { readonly step: number; readonly change: bigint };

/** Selects the USD and coin wallets `a` of the member $1. */
const wallets = `a.owner = $1 and a.kind = 'wallet' and a.slot = '' and (a.asset = 'USD' or a.asset <> all ($2))`;

/** Returns the first step whose whole second is not before the moment. $3 and $4 describe the steps. */
const stepOf = (moment: string) =>
  `greatest(0, ceil((floor(extract(epoch from ${moment})) - $3::float8) / $4::float8))::int`;

/** Returns the time of the first posting to one of the wallets, in seconds since 1970. */
export async function firstPostingAt(database: Queryable, owner: string): Promise<number | undefined> {
  const { rows } = await database.query<{ at: number | null }>({
    name: 'first-posting-at',
    text: `select floor(extract(epoch from min(e.recorded_at)))::float8 as at
           from member_books.accounts a join member_books.postings p on p.account_id = a.id and p.seq = 1
           join member_books.entries e on e.id = p.entry_id
           where ${wallets}`,
    values: [owner, fiatCodes],
  });
  return rows[0]?.at ?? undefined;
}

/** Reading this number of postings takes as long as the search. */
const maxPostingsRead = 10_000;

/**
 * Returns the wallets' balances at the steps where they may have changed. Postings are numbered in the order of time,
 * so a binary search finds the first step. From this posting on, the postings are read in order. In a wallet with many
 * postings, each step is searched separately instead.
 */
export async function balanceSteps(
  database: Queryable,
  owner: string,
  { from, everySeconds, count }: Steps,
  readThrough = maxPostingsRead,
): Promise<BalanceStep[]> {
  const { rows } = await database.query<BalanceStep>({
    name: 'balance-steps',
    text: `
      with recursive search (account, asset, last, at_step, low, high) as (
        select a.id, a.asset, a.seq, at_step, 0::bigint, a.seq
        from member_books.accounts a, generate_series(0, case when a.seq > $5 then $6::int - 1 else 0 end) at_step
        where ${wallets}
        union all
        select account, asset, last, at_step, case when by_then then middle else low end,
               case when by_then then high else middle - 1 end
        from (
          select s.*, m.middle, e.recorded_at < to_timestamp($3::float8 + s.at_step * $4::float8 + 1) as by_then
          from search s
          cross join lateral (select (s.low + s.high + 1) / 2 as middle) m
          cross join lateral (
            select e.recorded_at from member_books.postings p join member_books.entries e on e.id = p.entry_id
            where p.account_id = s.account and p.seq = m.middle
            offset 0 -- keeps the planner from any other way than by key
          ) e
          where s.low < s.high
        ) look
      )
      select distinct on (s.asset, step)
             s.asset, greatest(s.at_step, ${stepOf('line.recorded_at')}) as step, line.balance_after as balance
      from search s
      cross join lateral (
        select p.seq, p.balance_after, e.recorded_at
        from member_books.postings p
        cross join lateral (select recorded_at from member_books.entries where id = p.entry_id offset 0) e
        where p.account_id = s.account and p.seq between s.low and case when s.last > $5 then s.low else s.last end
        offset 0
      ) line
      where s.low = s.high
      order by s.asset, step, line.seq desc`,
    values: [owner, fiatCodes, from, everySeconds, readThrough, count],
  });
  return rows;
}

/**
 * Returns the changes of the reserved USD amount during the steps. Holds of an account end in the order of their ending
 * entries. A binary search finds the first hold that ended after the start, so earlier holds are never read.
 */
export async function heldSteps(database: Queryable, owner: string, steps: Steps): Promise<HeldStep[]> {
  const { rows } = await database.query<HeldStep>({
    name: 'held-steps',
    text: `
      with recursive search (account, low, high) as (
        select a.id, coalesce((select min(ended_by) from member_books.holds where account_id = a.id), 0),
               coalesce((select max(ended_by) from member_books.holds where account_id = a.id), 0) + 1
        from member_books.accounts a where a.owner = $1 and a.kind = 'wallet' and a.slot = '' and a.asset = $2
        union all
        select account, case when too_early then middle + 1 else low end, case when too_early then high else middle end
        from (
          select s.*, m.middle, exists (
            select from (
              select ended_by from member_books.holds where account_id = s.account and ended_by >= m.middle
              order by ended_by limit 1
            ) next
            join member_books.entries d on d.id = next.ended_by and d.recorded_at <= to_timestamp($3::float8)
          ) as too_early
          from search s
          cross join lateral (select (s.low + s.high) / 2 as middle) m
          where s.low < s.high
          offset 0
        ) look
      ),
      held as (
        select h.* from search s
        cross join lateral (
          select id, ended_by, amount from member_books.holds where account_id = s.account and ended_by is null
          union all
          select id, ended_by, amount from member_books.holds where account_id = s.account and ended_by >= s.low
        ) h
        where s.low = s.high
      )
      select step, sum(change)::numeric as change
      from (
        select ${stepOf('e.recorded_at')} as step, h.amount as change
        from held h cross join lateral (select recorded_at from member_books.entries where id = h.id offset 0) e
        union all
        select ${stepOf('d.recorded_at')}, -h.amount
        from held h cross join lateral (select recorded_at from member_books.entries where id = h.ended_by offset 0) d
      ) changes
      group by step`,
    values: [owner, 'USD', steps.from, steps.everySeconds],
  });
  return rows;
}
