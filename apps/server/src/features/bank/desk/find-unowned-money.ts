import type { FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import { houseOwner } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { cardReturned } from '../../funding/index.ts';

const everySeconds = 10;
/** The maximum number of postings of each lane that are read at once. */
const atOnce = 500;

type NewPosting = {
  readonly account: bigint;
  readonly seq: bigint;
  readonly entry: bigint;
  readonly currency: FiatCode;
  readonly amount: bigint;
};

/** Schedules the job that finds unallocated money without a statement line. */
export const scheduleUnownedMoney = (dependencies: { readonly pool: Pool; readonly logger: Logger }) =>
  recurringJob(dependencies, 'find-unowned-money', everySeconds, () => findUnownedMoney(dependencies.pool));

/**
 * Lists new unallocated money without a statement line: a dispute that was won for a closed account, a refund that
 * failed, and a payment between two ledgers that could neither arrive nor come back. Reads each posting of
 * `unallocated` once, in the order of its lane, because no earlier posting can appear in a lane. Two runs at the same
 * time list the money once.
 */
export async function findUnownedMoney(pool: Pool): Promise<void> {
  const postings = await newPostings(pool);
  if (postings.length === 0) return;
  const incoming = postings.filter(({ amount }) => amount > 0n);
  await pool.query(
    `with found as (
       insert into unowned_money (entry_id, at, currency, amount)
       select e.id, e.recorded_at, p.currency, p.amount
       from books.entries e
       join unnest($2::bigint[], $3::text[], $4::numeric[]) p (entry_id, currency, amount) on p.entry_id = e.id
       where e.id = any ($2) and (e.kind = $1 or e.metadata ? 'first_half')
       on conflict do nothing
     )
     insert into unowned_money_read as r (account_id, seq)
     select account_id, max(seq) from unnest($5::bigint[], $6::bigint[]) p (account_id, seq) group by account_id
     on conflict (account_id) do update set seq = greatest(r.seq, excluded.seq)`,
    [
      cardReturned.kind,
      incoming.map(({ entry }) => entry),
      incoming.map(({ currency }) => currency),
      incoming.map(({ amount }) => amount),
      postings.map(({ account }) => account),
      postings.map(({ seq }) => seq),
    ],
  );
}

async function newPostings(pool: Pool): Promise<NewPosting[]> {
  const { rows } = await pool.query<NewPosting>(
    `select a.id as account, p.seq, p.entry_id as entry, p.asset as currency, p.amount
     from books.accounts a
     left join unowned_money_read r on r.account_id = a.id
     cross join lateral (
       select seq, entry_id, asset, amount from books.postings
       where account_id = a.id and seq > coalesce(r.seq, 0) order by seq limit $2
     ) p
     where a.owner = $1 and a.kind = 'unallocated' and a.seq > coalesce(r.seq, 0)`,
    [houseOwner, atOnce],
  );
  return rows;
}
