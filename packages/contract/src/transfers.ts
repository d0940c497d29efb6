import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, currency, email, note } from './wire.ts';

export const sendMoney = endpoint({
  method: 'POST',
  path: '/transactions/send',
  summary: 'Send money to a member by email. The recipient gets the amount, the sender pays 2 % more',
  access: 'member',
  movesMoney: true,
  body: z.object({
    recipient_email: email,
    amount: amountInput,
    currency: z.optional(currency),
    note: z.optional(z.nullable(note)),
  }),
  answer: transaction,
  refusals: ['recipient_not_found', 'recipient_is_self', 'insufficient_balance', 'limit_exceeded'],
});
