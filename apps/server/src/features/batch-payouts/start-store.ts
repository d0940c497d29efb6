import type { Queryable } from '../../platform/database/pool.ts';
import type { Balance } from '../../ledger/index.ts';
import type { StoredBatch } from './batch-store.ts';
import { sumRows, type RowSums } from './row-store.ts';

/** Returns whether this idempotency key started the batch, even if other keys have started the batch since. */
export async function wasStartedBy(database: Queryable, batchId: string, key: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'select from batch_payout_starts where batch_id = $1 and start_key::text = $2',
    [batchId, key],
  );
  return rowCount === 1;
}

/** Records the current start of the batch. */
export async function recordStart(tx: Queryable, batchId: string): Promise<void> {
  await tx.query(
    `insert into batch_payout_starts (batch_id, start_key, started_by, started_at)
     select id, start_key, started_by, started_at from batch_payouts where id = $1`,
    [batchId],
  );
}

/** Returns why the current start of a batch was taken back, or null if the start is valid. */
export async function whyTakenBack(tx: Queryable, batchId: string): Promise<string | null> {
  const { rows } = await tx.query<{ taken_back: string | null }>(
    `select s.taken_back from batch_payout_starts s
     join batch_payouts b on b.id = s.batch_id and b.start_key = s.start_key where b.id = $1`,
    [batchId],
  );
  return rows[0]?.taken_back ?? null;
}

/** Records the figures at the end of a run, once the batch no longer runs. The balances may be slightly older. */
export async function recordEnd(tx: Queryable, batchId: string, balances: readonly Balance[]): Promise<void> {
  const available = balances.map(({ asset, available: units }) => [asset, String(units)]);
  await tx.query(
    `update batch_payout_starts s set ended_at = b.ended_at, state = b.state, reason = b.reason, row_sums = $2, balances = $3
     from batch_payouts b where b.id = $1 and s.batch_id = b.id and s.start_key = b.start_key`,
    [batchId, JSON.stringify(await sumRows(tx, [batchId])), JSON.stringify(Object.fromEntries(available))],
  );
}

/** A batch as it was at the end of a run. */
export type EndedRun = StoredBatch & {
  readonly ended_at: Date;
  readonly row_sums: readonly RowSums[];
  /** The balance that was available in each currency, in units. */
  readonly balances: Readonly<Record<string, string>>;
};

/** Returns the runs of an account's batches that ended since a time, oldest first. */
export async function endedRuns(database: Queryable, ownerId: string, since: Date): Promise<EndedRun[]> {
  const { rows } = await database.query<EndedRun>(
    `select b.id, b.owner_id, b.file_name, r.state, b.uploaded_by, u.name as uploader_name, b.uploaded_key, uk.name as uploading_key_name, b.uploaded_at, r.started_by,
            s.name as starter_name, k.id as started_key, b.by_key, k.name as key_name, r.start_key, r.started_at, b.approval_id, b.approved, r.ended_at,
            r.reason, r.row_sums, r.balances
     from batch_payout_starts r join batch_payouts b on b.id = r.batch_id
     join people u on u.id = b.uploaded_by join people s on s.id = r.started_by
     left join key_names k on k.id = b.started_key and r.start_key = b.start_key
     left join key_names uk on uk.id = b.uploaded_key
     where b.owner_id = $1 and r.ended_at >= $2 order by r.ended_at`,
    [ownerId, since],
  );
  return rows;
}
