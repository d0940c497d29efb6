import type { BankDesk } from '@florin/contract';
import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Pool } from '../../../platform/database/pool.ts';
import { cardReturned } from '../../funding/index.ts';

const maxItems = 20;

/**
 * Returns unallocated money that came by no statement line, newest first, at most 20: a dispute that was won for a closed
 * account, a refund that failed, and what two members of several ledgers could neither get nor get back.
 */
export async function unownedMoney(pool: Pool): Promise<BankDesk['without_line']> {
  type Row = {
    id: bigint;
    at: Date;
    by_card: boolean;
    amount: bigint;
    asset: FiatCode;
    member: { id: string; name: string; email: string } | null;
  };
  const { rows } = await pool.query<Row>(
    `select e.id, e.recorded_at as at, e.kind = $1 as by_card, p.amount, p.asset,
            case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email) end as member
     from books.accounts a
     join books.postings p on p.account_id = a.id
     join books.entries e on e.id = p.entry_id
     left join people m on m.id = e.actor
     where a.id < 0 and a.kind = 'unallocated' and p.amount > 0 and (e.kind = $1 or e.metadata ? 'first_half')
     order by e.recorded_at desc, e.id limit $2`,
    [cardReturned.kind, maxItems],
  );
  return rows.map(({ id, at, by_card: isByCard, amount, asset, member }) => ({
    id: String(id),
    at: at.toISOString(),
    source: isByCard ? 'card' : 'transfer',
    amount_exact: toDecimal(amountOf(asset, amount)),
    currency: asset,
    member,
  }));
}
