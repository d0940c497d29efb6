import type { BankDesk } from '@florin/contract';
import type { Pool } from '../../../platform/database/pool.ts';

type OpenItems = BankDesk['accounts'][number]['open']['unallocated'];
type Kind = 'unallocated' | 'batched' | 'sent';
type Row = { account: string; kind: Kind; count: number; sum: bigint; oldest: string | null };

/** Returns the pending items of each account: unallocated lines, and withdrawals in batches and with the bank. */
export async function openItems(
  pool: Pool,
): Promise<(account: string, kind: Kind, exact: (units: bigint) => string) => OpenItems> {
  const { rows } = await pool.query<Row>(
    `select account, 'unallocated' as kind, count(*)::int as count, sum(amount) as sum, min(booked)::text as oldest
     from bank_lines where reason is not null and match in ('unallocated', 'to-payer') and posted group by account
     union all
     select b.account, p.state, count(*)::int, sum(p.amount),
            (min(coalesce(b.decided_at, b.made_at)) at time zone 'UTC')::date::text
     from payouts p join payment_batches b on b.id = p.batch_id
     where p.state in ('batched', 'sent') group by b.account, p.state`,
  );
  return (account, kind, exact) => {
    const row = rows.find((each) => each.account === account && each.kind === kind);
    return { count: row?.count ?? 0, sum_exact: exact(row?.sum ?? 0n), oldest: row?.oldest ?? null };
  };
}
