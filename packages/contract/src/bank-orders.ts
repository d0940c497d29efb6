import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { proposal, proposalKinds, reason } from './proposals.ts';
import { currency, exact, id, money, timestamp } from './wire.ts';

const byId = z.object({ id });

/** The proposal, or null if the order has ended. */
const endedOrProposed = z.object({ proposal: z.nullable(proposal) });

export const bankOrder = z.object({
  /** The transaction's id. */
  id,
  kind: z.enum(['deposit', 'withdrawal']),
  user_id: id,
  name: z.string(),
  email: z.string(),
  /** `First Harbor Bank ••••6789` */
  method: z.string(),
  amount: money,
  amount_exact: exact,
  currency,
  asked_at: timestamp,
  /** Warnings for the operator, such as `New account`. */
  signs: z.array(z.string()),
  /** The reason why operators cannot settle the order now. Null if operators can settle the order. */
  not_settleable: z.nullable(z.string()),
  /** The reason why operators cannot return the order now. Null if operators can return the order. */
  not_returnable: z.nullable(z.string()),
  /** The open proposal of an operator. */
  proposal: z.nullable(z.object({ id, kind: z.enum(proposalKinds), yours: z.boolean() })),
});
export type BankOrder = z.infer<typeof bankOrder>;

export const listBankOrders = endpoint({
  method: 'GET',
  path: '/operations/orders',
  summary: 'List pending withdrawals and bank deposits, oldest first',
  access: 'operator',
  answer: z.array(bankOrder),
  refusals: [],
});

export const settleBankOrder = endpoint({
  method: 'POST',
  path: '/operations/orders/:id/settle',
  summary:
    'Mark a withdrawal as paid or a deposit as arrived. For a deposit this creates a proposal, which needs a reason and the approval of a second operator',
  access: 'operator',
  stepUp: 'or_password',
  keyed: true,
  params: byId,
  body: z.object({ reason: z.optional(reason) }),
  answer: endedOrProposed,
  refusals: ['order_not_found', 'order_not_pending', 'proposal_open', 'account_frozen', 'ledger_read_only'],
});

export const returnBankOrder = endpoint({
  method: 'POST',
  path: '/operations/orders/:id/return',
  summary:
    'Return a withdrawal in full or cancel a deposit, because the bank rejected it. Above the amount in `getConfig`, 1,000 US dollars by default, this creates a proposal, which a second operator must approve',
  access: 'operator',
  stepUp: 'or_password',
  keyed: true,
  params: byId,
  /** The member sees this reason. */
  body: z.object({ reason }),
  answer: endedOrProposed,
  refusals: ['order_not_found', 'order_not_pending', 'proposal_open', 'ledger_read_only'],
});
