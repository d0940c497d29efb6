import type { Queryable } from '../../../platform/database/pool.ts';
import type { BatchPayout } from './covered-payouts.ts';
import { isBack, isSettledByOperator } from './due-lines.ts';

/** Returns the payouts that the files of batches have, by batch. */
export async function payoutsOfBatches(
  database: Queryable,
  batches: readonly string[],
): Promise<ReadonlyMap<string, BatchPayout[]>> {
  const { rows } = await database.query<BatchPayout & { batch_id: string }>(
    `select p.batch_id, p.id, p.amount, p.state, p.rejected is not null as "isRejected",
            p.debit_line is not null
              or exists (select from bank_lines l where l.payout_id = p.id and l.match = 'payout') as "hasDebit",
            ${isBack} or ${isSettledByOperator} as "hasCredit"
     from payouts p where p.batch_id = any ($1) and p.state in ('sent', 'settled', 'returned')`,
    [batches],
  );
  return Map.groupBy(rows, ({ batch_id }) => batch_id);
}

export const payoutsOfBatch = async (database: Queryable, batch: string): Promise<readonly BatchPayout[]> =>
  (await payoutsOfBatches(database, [batch])).get(batch) ?? [];
