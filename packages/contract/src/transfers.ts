import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, currency, email, note } from './wire.ts';

export const sendMoney = endpoint({
  method: 'POST',
  path: '/transactions/send',
  summary:
    'Send money to an email address. The recipient gets the amount, and the sender also pays the fee. For an address without an account the money is reserved and an invitation is mailed. The money arrives when that address is confirmed, or returns after 30 days',
  access: 'member',
  needsConfirmedEmail: true,
  stepUp: 'sometimes',
  waitsAfterFactorReset: 'sometimes',
  notWhileOwing: true,
  atMost: { times: 30, seconds: 60, sharedAs: 'sends' },
  movesMoney: true,
  costsSendFee: true,
  body: z.object({
    recipient_email: email,
    amount: amountInput,
    currency: z.optional(currency),
    note: z.optional(z.nullable(note)),
  }),
  answer: transaction,
  refusals: [
    'refused_by_rule',
    'recipient_is_self',
    'second_factor_required',
    'insufficient_balance',
    'limit_exceeded',
    'wallet_not_allowed',
    'recipient_not_allowed',
    'key_limit_exceeded',
    'too_many_requests',
    'quote_expired',
  ],
});

/** The owner of an email address, shown before the first payment. */
export const recipient = z.object({
  email: z.string(),
  /** Whether an account has this address. */
  registered: z.boolean(),
  /** The account's name; for a known recipient or an address without an account, the contact's name. */
  name: z.nullable(z.string()),
  /** The contact's name, if the account is unknown and has a different name. */
  contact_name: z.nullable(z.string()),
  /** Whether the caller has already paid the current owner of this address. */
  known: z.boolean(),
  /** A contact with a very similar address, as a warning against typos and forgeries. */
  resembles: z.nullable(z.object({ name: z.string(), email: z.string() })),
});
export type Recipient = z.infer<typeof recipient>;

export const lookUpRecipient = endpoint({
  method: 'POST',
  path: '/recipients/look-up',
  summary: 'Look up who would receive money sent to an address',
  access: 'member',
  body: z.object({ email }),
  answer: recipient,
  refusals: ['too_many_requests'],
});
