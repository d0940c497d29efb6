import type { DryRun } from '@florin/contract';
import { amountOf } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import { demandOfProposal } from '../approvals/index.ts';
import { findBatch } from './batch-store.ts';
import { costsOf } from './batch-totals.ts';
import { batchView, type Viewing } from './batch-view.ts';
import { dueRows } from './row-store.ts';

/**
 * Returns the effects of a start or retry, before it is rolled back (dry-runs.ts). The rows themselves are not tried:
 * thousands of payments in one transaction would lock the fee accounts for seconds.
 */
export async function figuresOfStart(
  dependencies: Viewing,
  ownerId: string,
  batchId: string,
): Promise<Omit<DryRun, 'needs_second_factor'>> {
  const { pool, ledger, policy } = dependencies;
  const stored = await findBatch(pool, ownerId, batchId);
  const batch = await batchView(dependencies, stored);
  const { rows: started } = await pool.query('select from batch_payouts where id = $1 and started_at = now()', [
    stored.id,
  ]);
  const isNew = started.length > 0; // now() is when the transaction of the dry run began
  const costs = isNew ? costsOf(policy, await dueRows(pool, stored.id, null)) : [];
  const balances = await ledger.balancesOf(ownerId);
  const outcome = batch.approval_id === null ? 'would_start' : 'would_wait_for_approval';
  return {
    dry_run: true,
    outcome: isNew ? outcome : 'already_done',
    takes: null,
    arrives: null,
    fees: costs
      .filter(({ fees }) => fees > 0n)
      .map(({ currency, fees }) => ({ currency, ...moneyFields('amount', amountOf(currency, fees)) })),
    balances_after: costs.map(({ currency, sum, fees }) => {
      const before = balances.find(({ asset }) => asset === currency)?.available ?? 0n;
      return { currency, ...moneyFields('available', amountOf(currency, before - sum - fees)) };
    }),
    approval: isNew && batch.approval_id !== null ? await demandOfProposal(pool, batch.approval_id) : null,
    batch,
  };
}
