import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, shownText, timestamp } from './wire.ts';

export const reason = shownText.check(z.minLength(1), z.maxLength(500));

export const proposalKinds = [
  'settle_deposit',
  'return_order',
  'supply_coins',
  'reset_factor',
  'allocate_line',
  'allocate_unowned',
  'return_line',
  'recall_deposit',
  'write_off',
  'book_own_funds',
] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** An action that one operator proposes and a second operator approves or rejects. */
export const proposal = z.object({
  id,
  kind: z.enum(proposalKinds),
  /** The transaction's id, for withdrawals and deposits. */
  order_id: z.nullable(id),
  /** The affected member. Null for the coin inventory. */
  user_id: z.nullable(id),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  asset: z.nullable(z.string()),
  amount_exact: z.nullable(z.string()),
  /** The value in US dollars at today's rate or price. Null without a rate or price. */
  worth_exact: z.nullable(z.string()),
  /** The proposer's reason. */
  reason: z.string(),
  /** The proposer's email address. */
  proposed_by: z.string(),
  proposed_at: timestamp,
  /** After this time the proposal cannot be approved. */
  expires_at: timestamp,
  state: z.enum(['proposed', 'approved', 'rejected', 'withdrawn', 'expired']),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(timestamp),
  decision_reason: z.nullable(z.string()),
  /** True if the caller made the proposal or is the affected member. In this case another operator must decide. */
  yours: z.boolean(),
  /** Why the proposal cannot be approved now, only rejected. Null if the proposal can be approved. */
  not_approvable: z.nullable(z.string()),
});
export type Proposal = z.infer<typeof proposal>;

const byId = z.object({ id });

export const listProposals = endpoint({
  method: 'GET',
  path: '/operations/proposals',
  summary: 'List the proposals that wait for a second operator, oldest first',
  access: 'operator',
  answer: z.array(proposal),
  refusals: [],
});

export const approveProposal = endpoint({
  method: 'POST',
  path: '/operations/proposals/:id/approve',
  summary:
    "Approve and execute another operator's proposal, once. The audit trail record is written in the same transaction",
  access: 'operator',
  stepUp: 'or_password',
  movesMoney: true,
  params: byId,
  body: z.object({ reason }),
  answer: proposal,
  refusals: [
    'proposal_not_found',
    'proposal_not_open',
    'second_operator_required',
    'order_not_pending',
    'line_not_unallocated',
    'line_not_returnable',
    'line_not_recallable',
    'receivable_not_open',
    'account_frozen',
    'user_not_found',
  ],
});

export const rejectProposal = endpoint({
  method: 'POST',
  path: '/operations/proposals/:id/reject',
  summary: "Reject another operator's proposal",
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  body: z.object({ reason }),
  answer: proposal,
  refusals: ['proposal_not_found', 'proposal_not_open', 'second_operator_required'],
});

export const withdrawProposal = endpoint({
  method: 'POST',
  path: '/operations/proposals/:id/withdraw',
  summary: 'Withdraw your own proposal',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  answer: proposal,
  refusals: ['proposal_not_found', 'proposal_not_open'],
});
