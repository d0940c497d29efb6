import type { BatchPayoutState } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';

export type StoredBatch = {
  readonly id: string;
  readonly owner_id: string;
  readonly file_name: string;
  readonly state: BatchPayoutState;
  readonly uploaded_by: string;
  readonly uploader_name: string;
  /** The API key that uploaded the batch, unless the key does not exist any more. */
  readonly uploaded_key: string | null;
  readonly uploading_key_name: string | null;
  readonly uploaded_at: Date;
  readonly started_by: string | null;
  readonly starter_name: string | null;
  /** The API key that started the batch. Null with `by_key` if the key does not exist any more. */
  readonly started_key: string | null;
  readonly by_key: boolean;
  readonly key_name: string | null;
  /** The idempotency key of the last start. */
  readonly start_key: string | null;
  readonly started_at: Date | null;
  readonly approval_id: string | null;
  /** Whether others approved the last start. */
  readonly approved: boolean;
  readonly ended_at: Date | null;
  readonly reason: string | null;
};

const columns = `b.id, b.owner_id, b.file_name, b.state, b.uploaded_by, u.name as uploader_name, b.uploaded_key, uk.name as uploading_key_name, b.uploaded_at, b.started_by,
  s.name as starter_name, b.started_key, b.by_key, k.name as key_name, b.start_key, b.started_at, b.approval_id, b.approved, b.ended_at, b.reason`;
const tables = `batch_payouts b join people u on u.id = b.uploaded_by left join people s on s.id = b.started_by
  left join key_names k on k.id = b.started_key left join key_names uk on uk.id = b.uploaded_key`;

const noBatch = () => new Refusal('not_found', 'This batch payout does not exist.');

/** Returns an account's own batch. `locked` locks the batch until the transaction ends. Errors: `not_found`. */
export async function findBatch(
  database: Queryable,
  ownerId: string,
  id: string,
  { locked = false } = {},
): Promise<StoredBatch> {
  const { rows } = await database.query<StoredBatch>(
    `select ${columns} from ${tables} where b.id::text = $1 and b.owner_id = $2 ${locked ? 'for update of b' : ''}`,
    [id, ownerId],
  );
  if (!rows[0]) throw noBatch();
  return rows[0];
}

/** Returns the batch of the file with this digest. */
export async function findByDigest(
  database: Queryable,
  ownerId: string,
  digest: Buffer,
): Promise<StoredBatch | undefined> {
  const { rows } = await database.query<StoredBatch>(
    `select ${columns} from ${tables} where b.owner_id = $1 and b.digest = $2`,
    [ownerId, digest],
  );
  return rows[0];
}

export const pageSize = 50;

/** Newest first, after the batch with the id of the cursor. */
export async function listBatches(database: Queryable, ownerId: string, cursor?: string): Promise<StoredBatch[]> {
  const { rows } = await database.query<StoredBatch>(
    `select ${columns} from ${tables}
     where b.owner_id = $1 and ($2::text is null
       or (b.uploaded_at, b.id) < (select p.uploaded_at, p.id from batch_payouts p where p.id::text = $2 and p.owner_id = $1))
     order by b.uploaded_at desc, b.id desc limit ${pageSize}`,
    [ownerId, cursor ?? null],
  );
  return rows;
}

/** Locks a running batch, unless another process pays its rows right now. */
export async function takeRunning(tx: Queryable, id: string): Promise<StoredBatch | undefined> {
  const { rows } = await tx.query<StoredBatch>(
    `select ${columns} from ${tables} where b.id = $1 and b.state = 'running' for update of b skip locked`,
    [id],
  );
  return rows[0];
}

/** Returns the batches that run or wait, in the order of their starts. */
export async function startedBatches(database: Queryable, state: 'running' | 'waiting'): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    'select id from batch_payouts where state = $1 order by started_at, id limit 200',
    [state],
  );
  return rows.map(({ id }) => id);
}

/** The state of a batch that no longer runs or waits. */
const restingState = `case
  when exists (select from batch_payout_rows r where r.batch_id = b.id and r.state = 'not_run') then 'stopped'
  when exists (select from batch_payout_rows r where r.batch_id = b.id and r.state in ('paid', 'failed')) then 'finished'
  else 'ready' end`;

/** Ends a run, or a start that was not approved. Rows that have not run yet get the message, if it is given. */
export async function restBatch(
  tx: Queryable,
  id: string,
  { reason, message }: { readonly reason: string | null; readonly message?: string },
): Promise<void> {
  if (message !== undefined)
    await tx.query(
      `update batch_payout_rows set state = 'not_run', message = $2
       where batch_id = $1 and due and state in ('ready', 'not_run')`,
      [id, message],
    );
  await tx.query('update batch_payout_rows set due = false where batch_id = $1 and due', [id]);
  await tx.query(`update batch_payouts b set state = ${restingState}, reason = $2, ended_at = now() where b.id = $1`, [
    id,
    reason,
  ]);
}
