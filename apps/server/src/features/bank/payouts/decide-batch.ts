import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/index.ts';
import { lockOperators, lockOperatorSession } from '../../proposals/index.ts';
import { assertNotListed } from './assert-not-listed.ts';
import { filePurpose, notFound, notOpen, readBatch, type Batch } from './batch-store.ts';
import type { ByOperator, PayoutDependencies } from './make-batch.ts';
import { notPossible } from './not-possible.ts';
import { fileName } from './schemes.ts';
import { contentOf, openPayouts, writeBatch, type WritingDependencies } from './write-batch.ts';

/**
 * Approves another operator's batch and writes its file. Several approvals at the same moment take effect once. If the
 * node stops between these two steps, `writeApproved` continues.
 *
 * Errors: `batch_not_found`; `batch_not_open`, also if its maker is no longer an operator; `second_operator_required`;
 * `batch_not_possible`; `name_on_list`; `not_signed_in` if the session ended meanwhile.
 */
export async function approveBatch(dependencies: WritingDependencies, by: ByOperator, id: string): Promise<void> {
  const { pool } = dependencies;
  const batch = await readBatch(pool, id);
  assertSecond(batch, by);
  if (batch.state === 'proposed') {
    await assertPayable(dependencies, batch, by);
    await transact(pool, async (tx) => {
      await lockPeople(tx, batch, by);
      const { rowCount } = await tx.query(
        `update payment_batches set state = 'approved', decided_by = $2, decided_at = now()
         where id = $1 and state = 'proposed'`,
        [batch.id, by.operator.id],
      );
      if (rowCount === 1) await recordAct(tx, { ...by, did: 'Approved payment batch', on: `batch ${batch.number}` });
    });
  }
  const now = await readBatch(pool, id);
  if (now.decided_by !== by.operator.id || now.state === 'refused' || now.state === 'sent') throw notOpen(now.state);
  if (now.state === 'approved') await writeBatch(dependencies, now);
}

/** Refuses a batch, or withdraws the operator's own. Errors: `batch_not_found`, `batch_not_open`. */
export async function refuseBatch(pool: Pool, by: ByOperator, id: string, reason: string): Promise<void> {
  const batch = await readBatch(pool, id);
  await transact(pool, async (tx) => {
    if (!(await endOpen(tx, batch, by.operator.id, reason))) throw notOpen((await readBatch(tx, id)).state);
    await recordAct(tx, { ...by, did: 'Refused payment batch', on: `batch ${batch.number}: ${reason}` });
  });
}

/** @returns whether the batch was open. The payouts of an ended batch can be in another batch. */
export async function endOpen(tx: Queryable, { id }: Pick<Batch, 'id'>, by: string, reason: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update payment_batches set state = 'refused', decided_by = $2, decided_at = now(), reason = $3
     where id = $1 and state = 'proposed'`,
    [id, by, reason],
  );
  if (rowCount !== 1) return false;
  await tx.query(`update payouts set state = 'dropped' where batch_id = $1`, [id]);
  return true;
}

/** Records that the bank got the file. A repeated call changes nothing. Errors: `batch_not_found`, `batch_not_open`. */
export async function markBatchSent(pool: Pool, by: ByOperator, id: string): Promise<void> {
  const batch = await readBatch(pool, id);
  if (batch.state === 'sent') return;
  await transact(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `update payment_batches set state = 'sent', sent_by = $2, sent_at = now() where id = $1 and state = 'written'`,
      [batch.id, by.operator.id],
    );
    const { state } = await readBatch(tx, id);
    if (rowCount !== 1 && state !== 'sent') throw notOpen(state);
    if (rowCount === 1) await recordAct(tx, { ...by, did: 'Sent payment batch', on: `batch ${batch.number}` });
  });
}

/** Returns the file of a written batch. Errors: `batch_not_found`. */
export async function batchFile({ pool, vault }: PayoutDependencies, id: string) {
  const batch = await readBatch(pool, id);
  if (batch.content === null) throw new Refusal('batch_not_found', 'This payment batch has no file yet.');
  return { name: fileName(batch), content: vault.decryptOwn(filePurpose, batch.content) };
}

function assertSecond({ made_by }: Batch, { operator }: ByOperator): void {
  if (made_by === operator.id)
    throw new Refusal('second_operator_required', 'You made this batch. Another operator must approve it.');
}

/**
 * Locks both operators until the approval is stored. A password reset at that moment thus flags the batch, or rejects
 * the approval.
 */
async function lockPeople(tx: Queryable, { made_by: maker }: Batch, { operator }: ByOperator): Promise<void> {
  const operators = await lockOperators(tx, [maker, operator.id]);
  await lockOperatorSession(tx, operator);
  if (!operators.has(operator.id)) throw notFound();
  if (!operators.has(maker))
    throw new Refusal('batch_not_open', 'The maker of this batch is no longer an operator. Refuse the batch.');
}

/** Writes the file as a trial, and rejects an operator's own withdrawal. */
async function assertPayable(dependencies: WritingDependencies, batch: Batch, { operator }: ByOperator) {
  const payouts = await openPayouts(dependencies, batch);
  if (payouts.some(({ pays }) => pays.kind === 'withdrawal' && pays.order.userId === operator.id))
    throw new Refusal(
      'second_operator_required',
      'One of these is your own withdrawal. Another operator must approve.',
    );
  await assertNotListed(
    dependencies,
    payouts.map(({ pays }) => pays),
  );
  if (payouts.length === 0) throw notPossible('All payouts of this batch were canceled or returned. Refuse it.');
  await contentOf(dependencies, { ...batch, decided_at: new Date() }, payouts);
}
