import type { Queryable } from '../../platform/database/pool.ts';

/** Returns whether this idempotency key started the batch, also if other keys have started it since. */
export async function wasStartedBy(database: Queryable, batchId: string, key: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'select from batch_payout_starts where batch_id = $1 and start_key::text = $2',
    [batchId, key],
  );
  return rowCount === 1;
}

/** Records the start that the batch has now. */
export async function recordStart(tx: Queryable, batchId: string): Promise<void> {
  await tx.query(
    `insert into batch_payout_starts (batch_id, start_key, started_by, started_at)
     select id, start_key, started_by, started_at from batch_payouts where id = $1`,
    [batchId],
  );
}
