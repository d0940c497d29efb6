import type { Approval } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { changedApprovals, type ApprovalRow } from './approval-store.ts';
import { approvalView } from './view.ts';

/** The beginning or the end of a proposal, with the proposal right after it. */
export type ApprovalChange = {
  readonly step: 'needed' | Exclude<Approval['state'], 'proposed'>;
  readonly approval: Approval;
  readonly at: Date;
};

/**
 * Returns the changes of a business's proposals since a time, oldest first. The end of a proposal counts once the
 * ledger has recorded it.
 */
export async function approvalChanges(database: Queryable, businessId: string, since: Date): Promise<ApprovalChange[]> {
  const rows = await changedApprovals(database, businessId, since);
  return rows
    .flatMap(stepsOf)
    .filter(({ at }) => at >= since)
    .toSorted((a, b) => +a.at - +b.at);
}

function stepsOf(row: ApprovalRow): ApprovalChange[] {
  const asProposed = {
    ...row,
    state: 'proposed',
    is_due: false,
    ended_at: null,
    reason: null,
    approved_by: [],
  } as const;
  const began: ApprovalChange = { step: 'needed', approval: approvalView(asProposed), at: row.proposed_at };
  if (row.state === 'proposed' || !row.settled_at) return [began];
  return [began, { step: row.state, approval: approvalView(row), at: row.settled_at }];
}
