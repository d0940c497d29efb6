import type { Member, PersonalPart } from '../identity/index.ts';
import { listBatches, pageSize } from './batch-store.ts';
import { itemViews, rowView, type Viewing } from './batch-view.ts';
import { listRows } from './row-store.ts';
import { takeBackStarts } from './take-back.ts';

/**
 * A member's own batch payouts with their rows. Closing the account deletes the batches; the payments stay in the
 * ledger. A password reset by mail stops the batch payouts that the person started or approved, also for businesses.
 */
export const personalBatchPayouts = (dependencies: Viewing): PersonalPart => ({
  name: 'batch_payouts',
  read: (member) => batchesOf(dependencies, member),
  underWay: async (tx, { id }) => {
    const { rowCount } = await tx.query(
      `select from batch_payouts where owner_id = $1 and state in ('waiting', 'running') limit 1`,
      [id],
    );
    return rowCount ? 'A batch payout has not ended. Wait until it ends, or stop it first.' : undefined;
  },
  review: takeBackStarts,
  forget: async (tx, { id }) => void (await tx.query('delete from batch_payouts where owner_id = $1', [id])),
});

async function* batchesOf(dependencies: Viewing, { id }: Member) {
  const { pool, policy } = dependencies;
  let cursor: string | undefined;
  do {
    const batches = await listBatches(pool, id, cursor);
    for (const item of await itemViews(dependencies, batches)) {
      const rows = await listRows(pool, item.id, { state: 'all', after: 0, limit: null });
      yield { ...item, rows: rows.map((row) => rowView(policy, row)) };
    }
    cursor = batches.length === pageSize ? batches.at(-1)?.id : undefined;
  } while (cursor !== undefined);
}
