import type { Queryable } from '../../../platform/database/pool.ts';
import type { BatchPayout } from './covered-payouts.ts';
import { isBack, isCreditSettled, isDebited, isDebitSettled } from './due-lines.ts';

/** Returns the payouts that the files of batches have, by batch. */
export async function payoutsOfBatches(
  database: Queryable,
  batches: readonly string[],
): Promise<ReadonlyMap<string, BatchPayout[]>> {
  const { rows } = await database.query<BatchPayout & { batch_id: string }>(
    `select p.batch_id, p.id, p.amount, p.state, p.rejected is not null as "isRejected",
            ${isDebited} or ${isCreditSettled} as "hasDebit", ${isBack} or ${isDebitSettled} as "hasCredit"
     from payouts p where p.batch_id = any ($1) and p.state in ('sent', 'settled', 'returned')`,
    [batches],
  );
  return Map.groupBy(rows, ({ batch_id }) => batch_id);
}

export const payoutsOfBatch = async (database: Queryable, batch: string): Promise<readonly BatchPayout[]> =>
  (await payoutsOfBatches(database, [batch])).get(batch) ?? [];
