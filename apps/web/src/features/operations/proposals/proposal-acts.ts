import { endpoints, type Proposal } from '@florin/contract';
import { api } from '../../../api/client.ts';
import type { Act } from '../act-dialog.tsx';
import { approvalText, kindWords, sumOf } from './proposal-words.ts';

export type ProposalAct = { readonly how: 'approve' | 'reject' | 'withdraw'; readonly proposal: Proposal };

/** What is asked before an operator decides about what another one proposed, or takes back the own. */
export function actOnProposal({ how, proposal }: ProposalAct): Act {
  const { id, reason, proposed_by: proposer } = proposal;
  const what = [kindWords[proposal.kind].toLowerCase(), sumOf(proposal)].filter(Boolean).join(', ');
  const params = { params: { id } };
  const asked = `${proposer} proposed this: ${reason}`;
  switch (how) {
    case 'approve':
      return {
        title: `Approve: ${what}?`,
        description: `${asked} If you approve, ${approvalText(proposal)}`,
        label: 'Approve',
        reasonLabel: 'What did you check?',
        reasonHelp: 'It is kept with the proposal.',
        call: (given) => api.call(endpoints.approveProposal, { ...params, body: { reason: given } }),
        done: 'Approved and done',
      };
    case 'reject':
      return {
        title: `Reject: ${what}?`,
        description: `${asked} If you reject it, nothing is done.`,
        label: 'Reject',
        isDanger: true,
        reasonLabel: 'Reason',
        reasonHelp: 'It is kept with the proposal.',
        call: (given) => api.call(endpoints.rejectProposal, { ...params, body: { reason: given } }),
        done: 'Rejected',
      };
    case 'withdraw':
      return {
        title: `Withdraw: ${what}?`,
        description: 'You take back what you proposed, and nothing is done.',
        label: 'Withdraw the proposal',
        call: () => api.call(endpoints.withdrawProposal, params),
        done: 'Proposal withdrawn',
      };
  }
}
