import type { BatchPayout } from '@florin/contract';
import { transact } from '../../platform/database/transact.ts';
import { recordBusinessAct } from '../businesses/index.ts';
import { recordChange, type Member } from '../identity/index.ts';
import { findBatch, restBatch } from './batch-store.ts';
import { batchView, type Viewing } from './batch-view.ts';
import { paidBefore } from './pay-row.ts';
import { recordOutcomes } from './row-store.ts';
import { notReady } from './start-batch.ts';
import { recordEnd } from './start-store.ts';

/**
 * Stops a running batch payout after the rows that are being paid right now. Refusals: `not_found`,
 * `batch_payout_not_ready`.
 */
export async function stopBatch(dependencies: Viewing, member: Member, id: string): Promise<BatchPayout> {
  const name = member.acts?.person.name ?? member.name;
  const { pool, ledger } = dependencies;
  const balances = await ledger.balancesOf(member.id); // not within the transaction, which has a connection already
  await transact(pool, async (tx) => {
    const batch = await findBatch(tx, member.id, id, { locked: true });
    if (batch.state !== 'running') throw notReady('This batch payout does not run.');
    const reason = `${name} stopped it.`;
    await recordOutcomes(tx, batch.id, await paidBefore(tx, ledger, batch));
    await restBatch(tx, batch.id, { reason, message: reason });
    await recordEnd(tx, batch.id, balances);
    if (member.acts)
      await recordBusinessAct(tx, {
        businessId: member.id,
        personId: member.acts.person.id,
        did: 'Stopped a batch payout',
        about: batch.file_name,
      });
    await recordChange(tx, [member.id], 'account');
  });
  return batchView(dependencies, await findBatch(pool, member.id, id));
}

/** Removes a batch payout that has paid nothing. Refusals: `not_found`, `batch_payout_not_ready`. */
export async function removeBatch({ pool }: Viewing, member: Member, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    const batch = await findBatch(tx, member.id, id, { locked: true });
    if (batch.state !== 'invalid' && batch.state !== 'ready')
      throw notReady('This batch payout was started. It stays as a record of what was paid.');
    await tx.query('delete from batch_payouts where id = $1', [batch.id]);
    await recordChange(tx, [member.id], 'account');
  });
}
