import type { PaymentBatch } from '@florin/contract';
import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Queryable } from '../../../platform/database/pool.ts';
import { payoutsOfBatches } from './batch-payouts.ts';
import { coverableByHand, coveredPayouts } from './covered-payouts.ts';

type Line = {
  readonly id: bigint;
  readonly account: string;
  readonly amount: bigint;
  readonly currency: FiatCode;
  readonly booked: string | null;
  readonly text: string | null;
};
type OpenBatch = { readonly id: string; readonly account: string };

const maxLines = 200;

/** Returns for each batch at the bank the line whose amount matches the batch, if one exists. An operator decides. */
export async function suggestLines(
  database: Queryable,
  batches: readonly OpenBatch[],
): Promise<ReadonlyMap<string, PaymentBatch['suggested_line']>> {
  if (batches.length === 0) return new Map();
  const lines = await unallocatedLines(database, [...new Set(batches.map(({ account }) => account))]);
  if (lines.length === 0) return new Map();
  const payouts = await payoutsOfBatches(
    database,
    batches.map(({ id }) => id),
  );
  return new Map(
    batches.map(({ id, account }) => {
      const own = payouts.get(id) ?? [];
      const fits = ({ amount }: Line) => coveredPayouts(amount, coverableByHand(amount, own)) !== undefined;
      const line = lines.find((one) => one.account === account && fits(one));
      return [id, line ? lineView(line) : null];
    }),
  );
}

const lineView = ({ id, booked, amount, currency, text }: Line): PaymentBatch['suggested_line'] => ({
  id: String(id),
  booked,
  amount_exact: toDecimal(amountOf(currency, amount)),
  text,
});

async function unallocatedLines(database: Queryable, accounts: readonly string[]): Promise<Line[]> {
  const { rows } = await database.query<Line>(
    `select l.id, l.account, l.amount, a.currency, l.booked::text, coalesce(l.remittance, l.counterparty) as text
     from bank_lines l join operator_accounts a on a.id = l.account
     where l.reason not in ('payout_returned', 'payout_not_debited') and l.match = 'unallocated' and l.posted and l.account = any ($1)
     order by l.id desc limit $2`,
    [accounts, maxLines],
  );
  return rows;
}
