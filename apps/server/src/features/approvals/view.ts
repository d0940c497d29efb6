import { permissionsOf, type Approval } from '@florin/contract';
import { amountOf, type FiatCode } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Actor } from '../businesses/index.ts';
import type { ApprovalRow } from './approval-store.ts';

/** A proposal as the person who acts for the business sees it, or as events show it. */
export function approvalView(row: ApprovalRow, actor?: Pick<Actor, 'acts'>): Approval {
  const acts = actor?.acts;
  const state = row.state === 'proposed' && row.is_due ? 'expired' : row.state;
  const { payment } = row.shown;
  const [yours, isOpen] = [row.proposed_by === acts?.person.id, state === 'proposed'];
  return {
    id: row.id,
    kind: row.kind,
    state,
    title: row.shown.title,
    payment: payment
      ? {
          ...moneyFields('amount', amountOf(payment.asset, BigInt(payment.units))),
          ...moneyFields('total', amountOf(payment.asset, BigInt(payment.total))),
          currency: payment.asset as FiatCode,
          to: payment.to,
          ...(payment.note === undefined ? {} : { note: payment.note }),
        }
      : null,
    batch_id: 'batch_id' in row.content ? row.content.batch_id : null,
    why: [...row.shown.why],
    proposed_by: { id: row.proposed_by, name: row.proposer_name },
    by_key: row.by_key,
    proposed_at: row.proposed_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    approvals_needed: row.needed,
    approved_by: [...row.approved_by],
    ended_at: row.ended_at?.toISOString() ?? null,
    reason: row.reason,
    can_decide:
      acts !== undefined &&
      isOpen &&
      !yours &&
      mayDecide(row, acts) &&
      !row.approved_by.some(({ id }) => id === acts.person.id),
    yours: isOpen && yours,
  };
}

/** Whether the person's role counts for this proposal. */
export const mayDecide = ({ approvers }: Pick<ApprovalRow, 'approvers'>, { role }: Actor['acts']): boolean =>
  approvers.includes(role) && permissionsOf[role].includes('approve');
