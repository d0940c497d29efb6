import { endpoints, type Proposal } from '@florin/contract';
import { api } from '../../../api/client.ts';
import type { Act } from '../act-dialog.tsx';
import { approvalText, kindWords, sumOf } from './proposal-words.ts';

export type ProposalAct = { readonly how: 'approve' | 'reject' | 'withdraw'; readonly proposal: Proposal };

/** Returns the confirmation for approving, rejecting or withdrawing a proposal. */
export function actOnProposal({ how, proposal }: ProposalAct): Act {
  const { id, reason, proposed_by: proposer } = proposal;
  const what = [kindWords[proposal.kind].toLowerCase(), sumOf(proposal)].filter(Boolean).join(', ');
  const params = { params: { id } };
  const proposedText = `${proposer} proposed this: ${reason}`;
  switch (how) {
    case 'approve':
      return {
        title: `Approve: ${what}?`,
        description: `${proposedText} If you approve, ${approvalText(proposal)}`,
        label: 'Approve',
        reasonLabel: 'What did you check?',
        reasonHelp: 'Stored with the proposal.',
        call: (given) => api.call(endpoints.approveProposal, { ...params, body: { reason: given } }),
        done: 'Approved and done',
      };
    case 'reject':
      return {
        title: `Reject: ${what}?`,
        description: `${proposedText} If you reject it, nothing happens.`,
        label: 'Reject',
        isDanger: true,
        reasonLabel: 'Reason',
        reasonHelp: 'Stored with the proposal.',
        call: (given) => api.call(endpoints.rejectProposal, { ...params, body: { reason: given } }),
        done: 'Rejected',
      };
    case 'withdraw':
      return {
        title: `Withdraw: ${what}?`,
        description: 'This withdraws your proposal. Nothing else happens.',
        label: 'Withdraw the proposal',
        call: () => api.call(endpoints.withdrawProposal, params),
        done: 'Proposal withdrawn',
      };
  }
}
