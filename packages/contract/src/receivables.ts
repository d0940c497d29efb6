import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { proposal, proposalKinds, reason } from './proposals.ts';
import { currency, exact, id, timestamp } from './wire.ts';

/** A receivable from a reversed deposit that the member's balance did not cover. */
const receivable = z.object({
  id,
  user_id: id,
  name: z.string(),
  email: z.string(),
  /** The account's state. A closed account can no longer pay. */
  state: z.enum(['open', 'frozen', 'closed']),
  currency,
  /** The reversed deposit. */
  deposit_exact: exact,
  /** The part that the balance did not cover. */
  missing_exact: exact,
  /** The part that the member has not paid. */
  open_exact: exact,
  /** `reversal`: the bank took the money. `recall`: the bank asked for the money. */
  cause: z.enum(['reversal', 'recall', 'refund', 'dispute']),
  taken_at: timestamp,
  /** The open proposal of an operator. */
  proposal: z.nullable(z.object({ id, kind: z.enum(proposalKinds), yours: z.boolean() })),
});
export type Receivable = z.infer<typeof receivable>;

export const listReceivables = endpoint({
  method: 'GET',
  path: '/operations/receivables',
  summary: 'List the receivables from deposits that were taken back, oldest first, at most 200',
  access: 'operator',
  answer: z.array(receivable),
  refusals: [],
});

export const writeOffReceivable = endpoint({
  method: 'POST',
  path: '/operations/receivables/:id/write-off',
  summary: 'Propose to write off a receivable. A second operator must approve',
  access: 'operator',
  stepUp: 'or_password',
  keyed: true,
  params: z.object({ id }),
  body: z.object({ reason }),
  answer: z.object({ proposal }),
  refusals: ['receivable_not_open', 'proposal_open', 'second_operator_required'],
});
