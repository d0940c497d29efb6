import type { Proposal as ProposalView } from '@florin/contract';
import { amountOf, toDecimal, type Amount } from '@florin/money';
import type { Proposal } from './proposal.ts';
import type { OpenProposal } from './proposal-store.ts';

/** Returns the current value of an amount in US dollars; undefined if no price is known. */
export type WorthOf = (amount: Amount) => Amount<'USD'> | undefined;

/** Returns the open proposal about an object as the API shows it with the object. */
export const openProposalView = (
  proposal: OpenProposal | undefined,
  readerId: string | undefined,
): Pick<ProposalView, 'id' | 'kind' | 'yours'> | null =>
  proposal ? { id: proposal.id, kind: proposal.kind, yours: proposal.proposedBy === readerId } : null;

/** Returns a proposal in the form that the API shows to an operator. */
export function proposalView(proposal: Proposal, reader: { readonly id: string }, worthOf: WorthOf): ProposalView {
  const { about, member, proposedBy } = proposal;
  const amount = about.kind === 'reset_factor' ? undefined : amountOf(about.asset, BigInt(about.units));
  const worth = amount && worthOf(amount);
  return {
    id: proposal.id,
    kind: about.kind,
    order_id: 'order' in about ? about.order : null,
    user_id: member?.id ?? null,
    name: member?.name ?? null,
    email: member?.email ?? null,
    asset: amount?.asset ?? null,
    amount_exact: amount ? toDecimal(amount) : null,
    worth_exact: worth ? toDecimal(worth) : null,
    reason: proposal.reason,
    proposed_by: proposedBy.email,
    proposed_at: proposal.proposedAt.toISOString(),
    expires_at: proposal.expiresAt.toISOString(),
    state: proposal.state,
    decided_by: proposal.decidedBy?.email ?? null,
    decided_at: proposal.decidedAt?.toISOString() ?? null,
    decision_reason: proposal.decisionReason ?? null,
    yours: proposedBy.id === reader.id || member?.id === reader.id,
    not_approvable: proposal.notApprovable ?? null,
  };
}
