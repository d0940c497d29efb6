import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, currency, email, exact, id, money, note, timestamp } from './wire.ts';

const paymentRequestStates = ['open', 'paid', 'declined', 'cancelled', 'expired'] as const;

/** The requester sees the recipient's name only after a payment between the two people. */
const party = z.object({ name: z.nullable(z.string()), email: z.string() });

export const paymentRequest = z.object({
  id,
  /**
   * The direction from the caller's view: `outgoing` is the caller's own request, `incoming` is a request for the
   * caller to pay.
   */
  direction: z.enum(['outgoing', 'incoming']),
  state: z.enum(paymentRequestStates),
  /** The person who gets the money. */
  requester: party,
  /** The person who should pay. Null for a link that anyone may pay. */
  recipient: z.nullable(party),
  /** The amount that the requester gets. */
  amount: money,
  amount_exact: exact,
  /** The payer's fee. */
  fee: money,
  fee_exact: exact,
  total: money,
  total_exact: exact,
  currency,
  note: z.optional(z.string()),
  /** The URL of the payment page, for sharing. */
  link: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  /** The time when the request was paid, declined, canceled or expired. */
  ended_at: z.optional(timestamp),
  /**
   * Whether the caller may send a reminder: the request is the caller's own, is open and has a recipient, and the last
   * mail is at least 24 hours old.
   */
  can_remind: z.boolean(),
  reminders: z.number(),
  /** In the response to a new request: false if the recipient reached the daily email limit, so no mail is sent. */
  email_sent: z.optional(z.boolean()),
});
export type PaymentRequest = z.infer<typeof paymentRequest>;

/** The days until a request expires. */
export const requestDays = 30;
/** The maximum number of reminders, and the hours between two mails. */
export const reminderBounds = { maximum: 3, hoursBetween: 24 } as const;

export const listPaymentRequests = endpoint({
  method: 'GET',
  path: '/payment-requests',
  summary: 'List up to 200 payment requests from and to the member, newest first',
  access: 'member',
  query: z.object({ state: z.optional(z.enum(['all', ...paymentRequestStates])) }),
  answer: z.array(paymentRequest),
  refusals: [],
});

export const getPaymentRequest = endpoint({
  method: 'GET',
  path: '/payment-requests/:id',
  summary:
    'Get a payment request. Its requester and recipient may read it, and without a recipient anyone with the link',
  access: 'member',
  params: z.object({ id }),
  answer: paymentRequest,
  refusals: ['not_found'],
});

export const requestMoney = endpoint({
  method: 'POST',
  path: '/payment-requests',
  summary:
    'Request money from a person, who is notified, or with a link that anyone may pay. The request expires after 30 days',
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
  refusals: ['invalid_amount', 'recipient_is_self', 'wallet_not_allowed', 'too_many_requests'],
});

export const payRequest = endpoint({
  method: 'POST',
  path: '/payment-requests/:id/pay',
  summary: 'Pay a request, which is possible only once. The requester gets the amount, and the payer also pays the fee',
  access: 'member',
  needsConfirmedEmail: true,
  stepUp: 'sometimes',
  waitsAfterFactorReset: 'sometimes',
  notWhileOwing: true,
  atMost: { times: 30, seconds: 60, sharedAs: 'sends' },
  movesMoney: true,
  costsSendFee: true,
  params: z.object({ id }),
  answer: transaction,
  refusals: [
    'refused_by_rule',
    'not_found',
    'request_not_open',
    'recipient_is_self',
    'second_factor_required',
    'insufficient_balance',
    'limit_exceeded',
    'wallet_not_allowed',
    'recipient_not_allowed',
    'key_limit_exceeded',
    'quote_expired',
  ],
});

export const declineRequest = endpoint({
  method: 'POST',
  path: '/payment-requests/:id/decline',
  summary: 'Decline a payment request',
  access: 'member',
  needsConfirmedEmail: true,
  params: z.object({ id }),
  answer: paymentRequest,
  refusals: ['not_found', 'wallet_not_allowed', 'request_not_open', 'ledger_read_only'],
});

export const cancelRequest = endpoint({
  method: 'POST',
  path: '/payment-requests/:id/cancel',
  summary: 'Cancel your own payment request',
  access: 'member',
  params: z.object({ id }),
  answer: paymentRequest,
  refusals: ['not_found', 'wallet_not_allowed', 'request_not_open', 'ledger_read_only'],
});

export const remindOfRequest = endpoint({
  method: 'POST',
  path: '/payment-requests/:id/remind',
  summary: 'Send a reminder mail: at most three, a day apart',
  access: 'member',
  needsConfirmedEmail: true,
  params: z.object({ id }),
  answer: paymentRequest,
  refusals: ['not_found', 'wallet_not_allowed', 'request_not_open', 'reminded_enough'],
});

export const sharePaymentLink = endpoint({
  method: 'POST',
  path: '/payment-links/share',
  summary: 'Send your own payment link by mail',
  access: 'member',
  needsConfirmedEmail: true,
  body: z.object({
    email,
    amount: z.optional(z.nullable(amountInput)),
    currency: z.optional(currency),
    note: z.optional(z.nullable(note)),
  }),
  refusals: ['invalid_amount', 'wallet_not_allowed', 'too_many_requests'],
});
