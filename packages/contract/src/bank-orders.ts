import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { proposal, proposalKinds, reason } from './proposals.ts';
import { currency, exact, id, money, timestamp } from './wire.ts';

const byId = z.object({ id });

/** The order has ended, or what was proposed about it. */
const endedOrProposed = z.object({ proposal: z.nullable(proposal) });

export const bankOrder = z.object({
  /** The transaction's. */
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
  /** What an operator should know, in words: `New account`. */
  signs: z.array(z.string()),
  /** What one operator has proposed and a second one has not decided about yet. */
  proposal: z.nullable(z.object({ id, kind: z.enum(proposalKinds), yours: z.boolean() })),
});
export type BankOrder = z.infer<typeof bankOrder>;

export const listBankOrders = endpoint({
  method: 'GET',
  path: '/operations/orders',
  summary: 'Withdrawals and bank deposits that are pending, oldest first',
  access: 'operator',
  answer: z.array(bankOrder),
  refusals: [],
});

export const settleBankOrder = endpoint({
  method: 'POST',
  path: '/operations/orders/:id/settle',
  summary:
    'The bank has it: a withdrawal is paid, a deposit has arrived. Of a deposit this is a proposal with its reason, which a second operator approves',
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
    'The bank does not take it: a withdrawal goes back whole, a deposit is called off. Above 1,000 US dollars this is a proposal, which a second operator approves',
  access: 'operator',
  stepUp: 'or_password',
  keyed: true,
  params: byId,
  /** The member reads it. */
  body: z.object({ reason }),
  answer: endedOrProposed,
  refusals: ['order_not_found', 'order_not_pending', 'proposal_open', 'ledger_read_only'],
});
