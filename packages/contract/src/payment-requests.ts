import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, currency, email, exact, id, money, note, timestamp } from './wire.ts';

const paymentRequestStates = ['open', 'paid', 'declined', 'cancelled', 'expired'] as const;

/** The requester is told the name of the person asked only once they have paid each other. */
const party = z.object({ name: z.nullable(z.string()), email: z.string() });

export const paymentRequest = z.object({
  id,
  /** Seen from who asks: `outgoing` is one's own, `incoming` one that is to be paid. */
  direction: z.enum(['outgoing', 'incoming']),
  state: z.enum(paymentRequestStates),
  /** Who gets the money. */
  requester: party,
  /** Who is asked; null for a link that anybody may pay. */
  recipient: z.nullable(party),
  /** What the requester gets. */
  amount: money,
  amount_exact: exact,
  /** What paying costs on top, 2 %. */
  fee: money,
  fee_exact: exact,
  total: money,
  total_exact: exact,
  currency,
  note: z.optional(z.string()),
  /** The page that pays it, to be shared. */
  link: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  /** When it was paid, declined, cancelled or expired. */
  ended_at: z.optional(timestamp),
  /** Own and open, with a recipient, and the last word was long enough ago. */
  can_remind: z.boolean(),
  reminders: z.number(),
  /** In the answer that makes a request: false where the person got so many emails today that no further one is sent. */
  email_sent: z.optional(z.boolean()),
});
export type PaymentRequest = z.infer<typeof paymentRequest>;

/** A request runs out after so many days. */
export const requestDays = 30;
/** At most so many reminders, each so many hours after the last word. */
export const reminderBounds = { most: 3, hoursBetween: 24 } as const;

export const listPaymentRequests = endpoint({
  method: 'GET',
  path: '/payment-requests',
  summary: 'Requests by and to the member, newest first, 200 at most',
  access: 'member',
  query: z.object({ state: z.optional(z.enum(['all', ...paymentRequestStates])) }),
  answer: z.array(paymentRequest),
  refusals: [],
});

export const getPaymentRequest = endpoint({
  method: 'GET',
  path: '/payment-requests/:id',
  summary: 'One request: of whoever made it, of whom it is to, and of whoever has the link of one without a recipient',
  access: 'member',
  params: z.object({ id }),
  answer: paymentRequest,
  refusals: ['not_found'],
});

export const requestMoney = endpoint({
  method: 'POST',
  path: '/payment-requests',
  summary: 'Ask for money: from somebody, who is told, or with a link for anybody. It runs out after 30 days',
  access: 'member',
  needsConfirmedEmail: true,
  atMost: { times: 30, seconds: 60, sharedAs: 'requests' },
  keyed: true,
  body: z.object({
    recipient_email: z.optional(z.nullable(email)),
    amount: amountInput,
    currency: z.optional(currency),
    note: z.optional(z.nullable(note)),
  }),
  answer: paymentRequest,
  refusals: ['invalid_amount', 'recipient_is_self', 'too_many_requests'],
});

export const payRequest = endpoint({
  method: 'POST',
  path: '/payment-requests/:id/pay',
  summary: 'Pay a request, once, whoever tries. The requester gets the amount, the payer pays 2 % more',
  access: 'member',
  needsConfirmedEmail: true,
  stepUp: 'sometimes',
  waitsAfterFactorReset: 'sometimes',
  atMost: { times: 30, seconds: 60, sharedAs: 'sends' },
  movesMoney: true,
  params: z.object({ id }),
  answer: transaction,
  refusals: [
    'not_found',
    'request_not_open',
    'recipient_is_self',
    'second_factor_required',
    'insufficient_balance',
    'limit_exceeded',
  ],
});

export const declineRequest = endpoint({
  method: 'POST',
  path: '/payment-requests/:id/decline',
  summary: 'Say no to a request',
  access: 'member',
  needsConfirmedEmail: true,
  params: z.object({ id }),
  answer: paymentRequest,
  refusals: ['not_found', 'request_not_open', 'ledger_read_only'],
});

export const cancelRequest = endpoint({
  method: 'POST',
  path: '/payment-requests/:id/cancel',
  summary: "Withdraw one's own request",
  access: 'member',
  params: z.object({ id }),
  answer: paymentRequest,
  refusals: ['not_found', 'request_not_open', 'ledger_read_only'],
});

export const remindOfRequest = endpoint({
  method: 'POST',
  path: '/payment-requests/:id/remind',
  summary: 'Mail a reminder: three at most, a day apart',
  access: 'member',
  needsConfirmedEmail: true,
  params: z.object({ id }),
  answer: paymentRequest,
  refusals: ['not_found', 'request_not_open', 'reminded_enough'],
});

export const sharePaymentLink = endpoint({
  method: 'POST',
  path: '/payment-links/share',
  summary: "Mail one's payment link to somebody",
  access: 'member',
  needsConfirmedEmail: true,
  body: z.object({
    email,
    amount: z.optional(z.nullable(amountInput)),
    currency: z.optional(currency),
    note: z.optional(z.nullable(note)),
  }),
  refusals: ['invalid_amount', 'too_many_requests'],
});
