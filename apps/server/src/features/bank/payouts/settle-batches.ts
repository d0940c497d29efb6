import type { FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import type { Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { houseEntry } from '../house-entry.ts';
import { payoutsOfBatch } from './batch-payouts.ts';
import { coveredPayouts } from './covered-payouts.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly logger: Logger };

/** A line over a whole batch, with unallocated money. */
export type BatchLine = {
  readonly id: bigint;
  readonly amount: bigint;
  readonly currency: FiatCode;
  /** The part of the amount that is the bank's charge and pays no payout. */
  readonly charge: bigint | null;
};

/**
 * Connects unallocated lines that name a batch to its payouts, as soon as the amounts add up. The amounts of one line
 * or of several lines together can match the payouts, with or without the charges that the lines state. The lines may
 * have to wait for a status file. Then `settlePayouts` ends the payouts.
 */
export async function settleBatches(dependencies: Dependencies): Promise<void> {
  for (const [batch, lines] of await waitingLines(dependencies.pool)) {
    try {
      const attempts = [...lines.map((line) => [line]), ...(lines.length > 1 ? [lines] : [])];
      for (const some of attempts)
        if (!(await connectLines(dependencies, batch, some.map(withoutCharge))) && some.some(({ charge }) => charge))
          await connectLines(dependencies, batch, some);
    } catch (error) {
      const isExpected = error instanceof Refusal && error.code === 'ledger_read_only';
      if (!isExpected) dependencies.logger.error({ err: error, batch }, 'a payment batch is stuck');
    }
  }
}

const withoutCharge = (line: BatchLine): BatchLine => ({ ...line, charge: null });

/** Returns the part of the amount that pays payouts. */
const amountWithin = ({ amount, charge }: BatchLine): bigint => amount + (charge ?? 0n);

const sumOf = (lines: readonly BatchLine[]): bigint => lines.reduce((sum, line) => sum + amountWithin(line), 0n);

/** Runs every second, so the query reads only the few waiting lines. */
async function waitingLines(pool: Pool): Promise<ReadonlyMap<string, BatchLine[]>> {
  const { rows } = await pool.query<BatchLine & { batch: string }>(
    `select l.id, l.amount, a.currency, l.payment_batch_id as batch,
            case when l.charge < -l.amount then l.charge end as charge
     from bank_lines l join operator_accounts a on a.id = l.account
     where l.match = 'unallocated' and l.posted and l.payment_batch_id is not null order by l.id`,
  );
  return Map.groupBy(rows, ({ batch }) => batch);
}

/** Connects lines with the payouts that they cover. Returns false, and changes nothing, if the amounts do not add up. */
async function connectLines(
  { pool, ledger }: Dependencies,
  batch: string,
  lines: readonly BatchLine[],
): Promise<boolean> {
  if (!coveredPayouts(sumOf(lines), await payoutsOfBatch(pool, batch))) return false;
  const entries = await Promise.all(
    lines.flatMap((line) => [
      houseEntry(ledger, 'bank-batch', { ...line, amount: amountWithin(line) }),
      ...(line.charge ? [houseEntry(ledger, 'bank-batch-charge', { ...line, amount: -line.charge })] : []),
    ]),
  );
  return transact(pool, async (tx) => {
    if (!(await coverPayouts(tx, batch, lines))) return false;
    await ledger.lockWithin(tx, entries);
    for (const entry of entries) await ledger.postWithin(tx, entry, {});
    return true;
  });
}

/**
 * Marks lines and payouts. The locks on the batch, its payouts and the lines let one caller win. Returns false if
 * another caller was first or the amounts no longer add up.
 */
export async function coverPayouts(tx: Queryable, batch: string, lines: readonly BatchLine[]): Promise<boolean> {
  await tx.query('select from payment_batches where id = $1 for update', [batch]);
  await tx.query('select from payouts where batch_id = $1 order by id for update', [batch]);
  const { rows: free } = await tx.query(
    `select from bank_lines where id = any ($1) and match = 'unallocated' and posted for update`,
    [lines.map(({ id }) => id)],
  );
  const amount = sumOf(lines);
  const covered = coveredPayouts(amount, await payoutsOfBatch(tx, batch));
  const [first] = lines;
  if (free.length !== lines.length || !covered || !first) return false;
  const isDebit = amount < 0n;
  await tx.query(
    `update bank_lines l set match = case when $2 then 'payout' else 'return' end, reason = null, payment_batch_id = $3,
                             charge = m.charge
     from unnest($1::bigint[], $4::numeric[]) m (id, charge) where l.id = m.id`,
    [lines.map(({ id }) => id), isDebit, batch, lines.map(({ charge }) => charge)],
  );
  await tx.query(
    `update payouts set debit_line = case when $2 then $3::bigint else debit_line end,
                        credit_line = case when $2 then credit_line else $3::bigint end, balanced = false
     where id = any ($1)`,
    [covered, isDebit, first.id],
  );
  return true;
}
