import { add, amountOf, usdEquivalentFloor, zero, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';

/**
 * Returns the fees in USD that the fee accounts received since midnight UTC, by the database's clock. A posting
 * contains the balance after it, and the postings of an account are recorded in the order of their numbers. A binary
 * search finds yesterday's last posting: 20 steps for a million postings.
 */
export async function feesToday(database: Queryable): Promise<Amount<'USD'>> {
  const { rows } = await database.query<{ asset: FiatCode; units: bigint }>(
    `with recursive search (account, low, high) as (
       select id, 0::bigint, seq from books.accounts where id < 0 and kind = 'fees'
       union all
       select account, case when earlier then middle else low end, case when earlier then high else middle - 1 end
       from (
         select s.account, s.low, s.high, m.middle,
                e.recorded_at < date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' as earlier
         from search s
         cross join lateral (select (s.low + s.high + 1) / 2 as middle) m
         join books.postings p on p.account_id = s.account and p.seq = m.middle
         join books.entries e on e.id = p.entry_id
         where s.low < s.high
       ) look
     )
     select a.asset, sum(a.posted - coalesce(p.balance_after, 0)) as units
     from search s
     join books.accounts a on a.id = s.account
     left join books.postings p on p.account_id = s.account and p.seq = s.low
     where s.low = s.high
     group by a.asset`,
  );
  return rows.map(({ asset, units }) => usdEquivalentFloor(amountOf(asset, units))).reduce(add, zero('USD'));
}
