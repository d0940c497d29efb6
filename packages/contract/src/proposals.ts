import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, shownText, timestamp } from './wire.ts';

export const reason = shownText.check(z.minLength(1), z.maxLength(500));

export const proposalKinds = ['settle_deposit', 'return_order', 'supply_coins', 'reset_factor'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** What one operator wants done, and a second one approves or rejects. */
export const proposal = z.object({
  id,
  kind: z.enum(proposalKinds),
  /** The transaction's, of what is about a withdrawal or a deposit. */
  order_id: z.nullable(id),
  /** Whose money or account it is; null for the house's. */
  user_id: z.nullable(id),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  asset: z.nullable(z.string()),
  amount_exact: z.nullable(z.string()),
  /** In US dollars at today's rate or price; null where there is none. */
  worth_exact: z.nullable(z.string()),
  /** Why, in the proposer's words. */
  reason: z.string(),
  /** The proposer's address. */
  proposed_by: z.string(),
  proposed_at: timestamp,
  /** Nobody can approve it from then on. */
  expires_at: timestamp,
  state: z.enum(['proposed', 'approved', 'rejected', 'withdrawn', 'expired']),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(timestamp),
  decision_reason: z.nullable(z.string()),
  /** The caller has proposed it, or it is about the caller: another operator decides. */
  yours: z.boolean(),
});
export type Proposal = z.infer<typeof proposal>;

const byId = z.object({ id });

export const listProposals = endpoint({
  method: 'GET',
  path: '/operations/proposals',
  summary: 'What waits for a second operator, oldest first',
  access: 'operator',
  answer: z.array(proposal),
  refusals: [],
});

export const approveProposal = endpoint({
  method: 'POST',
  path: '/operations/proposals/:id/approve',
  summary: 'Do what another operator has proposed, once. Written to the audit trail in the same transaction',
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
    'account_frozen',
    'user_not_found',
  ],
});

export const rejectProposal = endpoint({
  method: 'POST',
  path: '/operations/proposals/:id/reject',
  summary: 'Do not do what another operator has proposed',
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
  summary: 'Take back what the caller has proposed',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  answer: proposal,
  refusals: ['proposal_not_found', 'proposal_not_open'],
});
