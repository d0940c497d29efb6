import type { BatchPayment } from '@florin/contract';
import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Queryable } from '../../../platform/database/pool.ts';

type Row = {
  id: string;
  state: BatchPayment['state'];
  amount: bigint;
  currency: FiatCode;
  line_id: bigint | null;
  email: string | null;
  name: string;
  method: string;
};

/** Returns the recipients and amounts of a batch, in the order of its file. Dropped payouts are in no file. */
export async function paymentsOf(database: Queryable, batch: string): Promise<BatchPayment[]> {
  const { rows } = await database.query<Row>(
    `select p.id, p.state, p.amount, p.line_id, a.currency, u.email, coalesce(u.name, l.counterparty) as name,
            coalesce(e.metadata ->> 'method', l.counterparty_account, '') as method
     from payouts p
     join payment_batches b on b.id = p.batch_id
     join operator_accounts a on a.id = b.account
     left join people u on u.id = p.user_id
     left join books.entries e on e.id = p.hold
     left join bank_lines l on l.id = p.line_id
     where b.id = $1 order by p.number`,
    [batch],
  );
  return rows.map(({ id, state, amount, line_id: line, currency, email, name, method }) => ({
    id,
    kind: line === null ? 'withdrawal' : 'return_to_payer',
    name,
    email,
    method,
    amount_exact: toDecimal(amountOf(currency, amount)),
    currency,
    state,
  }));
}
