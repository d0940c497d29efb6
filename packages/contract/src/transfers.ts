import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, currency, email, note } from './wire.ts';

export const sendMoney = endpoint({
  method: 'POST',
  path: '/transactions/send',
  summary:
    'Send money by email. The recipient gets the amount, the sender pays 2 % more. To an address without an account it is reserved, an invitation is mailed, and it goes through when that address is confirmed, or back after 30 days',
  access: 'member',
  needsConfirmedEmail: true,
  stepUp: 'sometimes',
  waitsAfterFactorReset: 'sometimes',
  atMost: { times: 30, seconds: 60, sharedAs: 'sends' },
  movesMoney: true,
  body: z.object({
    recipient_email: email,
    amount: amountInput,
    currency: z.optional(currency),
    note: z.optional(z.nullable(note)),
  }),
  answer: transaction,
  refusals: [
    'recipient_is_self',
    'second_factor_required',
    'insufficient_balance',
    'limit_exceeded',
    'too_many_requests',
  ],
});

/** Who an address is, before money is sent to it for the first time. */
export const recipient = z.object({
  email: z.string(),
  /** There is an account with this address. */
  registered: z.boolean(),
  /** The account's name; of somebody known, or without an account, the one the contact was given. */
  name: z.nullable(z.string()),
  /** What the contact was called, where the account has another name and is not known. */
  contact_name: z.nullable(z.string()),
  /** Money was sent before to whoever has this address now: that account or, where there is none, nobody yet. */
  known: z.boolean(),
  /** A contact whose address looks almost the same, a warning against mistaken and forged addresses. */
  resembles: z.nullable(z.object({ name: z.string(), email: z.string() })),
});
export type Recipient = z.infer<typeof recipient>;

export const lookUpRecipient = endpoint({
  method: 'POST',
  path: '/recipients/look-up',
  summary: 'Who would get money that is sent to this address',
  access: 'member',
  body: z.object({ email }),
  answer: recipient,
  refusals: ['too_many_requests'],
});
