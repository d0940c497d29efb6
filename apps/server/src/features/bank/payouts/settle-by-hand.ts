import { amountOf, formatAmount } from '@florin/money';
import type { Ledger } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/index.ts';
import { houseEntry } from '../house-entry.ts';
import { payoutsOfBatch } from './batch-payouts.ts';
import { notOpen, readBatch } from './batch-store.ts';
import { coverableByHand, coveredPayouts } from './covered-payouts.ts';
import type { ByOperator } from './make-batch.ts';
import { notPossible } from './not-possible.ts';
import { coverPayouts, type BatchLine } from './settle-batches.ts';

/**
 * Connects an unallocated line with a batch, if the line names no batch or a different batch. An incoming line must
 * belong to payouts that already came back, so no member gets its money.
 *
 * Errors: `batch_not_found`, `batch_not_open`, `line_not_found`, `line_not_unallocated`, `batch_not_possible`.
 */
export async function settleByHand(
  { pool, ledger }: { readonly pool: Pool; readonly ledger: Ledger },
  by: ByOperator,
  { batch: id, line: lineId }: { readonly batch: string; readonly line: string },
): Promise<void> {
  const batch = await readBatch(pool, id);
  if (batch.state !== 'written' && batch.state !== 'sent') throw notOpen(batch.state);
  const line = await lineOf(pool, lineId, batch.account);
  const entry = await houseEntry(ledger, 'bank-batch', line);
  await transact(pool, async (tx) => {
    const payouts = coverableByHand(line.amount, await payoutsOfBatch(tx, batch.id));
    if (!coveredPayouts(line.amount, payouts))
      throw notPossible('The amount of this line differs from the withdrawals in the batch.');
    if (!(await coverPayouts(tx, batch.id, [line])))
      throw new Refusal('line_not_unallocated', 'This line is allocated already.');
    await ledger.postWithin(tx, entry, {});
    const amount = formatAmount(amountOf(line.currency, line.amount));
    await recordAct(tx, {
      ...by,
      did: 'Settled payment batch',
      on: `batch ${batch.number}, line ${line.id}, ${amount}`,
    });
  });
}

async function lineOf(pool: Pool, id: string, account: string): Promise<BatchLine> {
  type Row = Omit<BatchLine, 'charge'> & { match: string | null; reason: string | null };
  const { rows } = await pool.query<Row>(
    `select l.id, l.amount, a.currency, l.match, l.reason from bank_lines l join operator_accounts a on a.id = l.account
     where l.id = $1 and l.account = $2`,
    [id, account],
  );
  const [line] = rows;
  if (!line) throw new Refusal('line_not_found', 'This statement line does not exist.');
  if (line.match !== 'unallocated') throw new Refusal('line_not_unallocated', 'This line is allocated already.');
  if (line.reason === 'payout_returned' || line.reason === 'payout_not_debited')
    throw new Refusal('line_not_unallocated', 'This line is part of another line, which already settled its payout.');
  return { ...line, charge: null };
}
