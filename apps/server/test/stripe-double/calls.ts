import { now, type StripeAccount } from './account.ts';
import { expireSession } from './happenings.ts';
import { invalid, StripeFailure, textOf, type StripeObject } from './objects.ts';

export type Call = {
  readonly account: StripeAccount;
  readonly id: string;
  readonly form: Record<string, unknown>;
  readonly query: URLSearchParams;
};

type Handler = (call: Call) => unknown;

/** The calls of Stripe's interface that Florin uses. */
export const calls: Readonly<Record<string, Handler>> = {
  'POST /v1/customers': ({ account, form }) =>
    account.add('customer', 'cus', { email: textOf(form, 'email'), metadata: form['metadata'] ?? {} }),
  'DELETE /v1/customers/:id': ({ account, id }) => {
    account.find(id, 'customer');
    account.objects.delete(id);
    return { id, object: 'customer', deleted: true };
  },
  'POST /v1/checkout/sessions': openSession,
  'GET /v1/checkout/sessions/:id': ({ account, id }) => account.find(id, 'checkout.session'),
  'POST /v1/checkout/sessions/:id/expire': ({ account, id }) => {
    if (account.find(id, 'checkout.session')['status'] !== 'open')
      throw new StripeFailure(400, { type: 'invalid_request_error', message: 'Only open sessions can be expired.' });
    expireSession(account, id);
    return account.find(id);
  },
  'POST /v1/payment_intents': createIntent,
  'GET /v1/payment_intents': ({ account, query }) =>
    list(
      [...account.objects.values()].filter(
        (one) => one.object === 'payment_intent' && one['customer'] === query.get('customer'),
      ),
    ),
  'GET /v1/payment_intents/:id': ({ account, id }) => account.find(id, 'payment_intent'),
  'POST /v1/payment_intents/:id/capture': ({ account, id }) => {
    account.capture(account.find(id, 'payment_intent'));
    return account.find(id);
  },
  'POST /v1/payment_intents/:id/cancel': ({ account, id }) => {
    account.cancel(account.find(id, 'payment_intent'));
    return account.find(id);
  },
  'POST /v1/refunds': ({ account, form }) => {
    const amount = textOf(form, 'amount');
    const units = amount === undefined ? undefined : Number(amount);
    return account.refund(textOf(form, 'payment_intent') ?? '', units, form['metadata']);
  },
  'GET /v1/refunds/:id': ({ account, id }) => account.find(id, 'refund'),
  'GET /v1/disputes': ({ account, query }) =>
    list(
      [...account.objects.values()].filter(
        (one) => one.object === 'dispute' && one['payment_intent'] === query.get('payment_intent'),
      ),
    ),
  'GET /v1/disputes/:id': ({ account, id }) => account.find(id, 'dispute'),
  'GET /v1/payouts/:id': ({ account, id }) => account.find(id, 'payout'),
  'GET /v1/balance': ({ account }) => ({
    object: 'balance',
    livemode: false,
    available: [],
    pending: [...account.balances()].map(([currency, amount]) => ({
      amount,
      currency,
      source_types: { card: amount },
    })),
  }),
  'GET /v1/balance_transactions': ({ account, query }) => {
    const from = Number(query.get('created[gte]') ?? 0);
    const after = query.get('starting_after');
    const newest = account.transactions.filter(({ created }) => Number(created) >= from).toReversed();
    const start = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
    return list(newest.slice(start), Number(query.get('limit') ?? 10));
  },
};

const list = (data: readonly StripeObject[], limit = 100) => ({
  object: 'list',
  url: '/v1/list',
  has_more: data.length > limit,
  data: data.slice(0, limit),
});

/** Stripe refuses pages that are open for less than half an hour or more than a day. */
const [leastSeconds, mostSeconds] = [30 * 60, 24 * 60 * 60];

function openSession({ account, form }: Call): StripeObject {
  const mode = textOf(form, 'mode');
  const expiry = textOf(form, 'expires_at');
  const seconds = expiry === undefined ? mostSeconds : Number(expiry) - now();
  if (seconds < leastSeconds || seconds > mostSeconds) throw invalid('parameter_invalid', 'expires_at');
  const price = ['line_items', '0', 'price_data'] as const;
  const session = account.add('checkout.session', 'cs_test', {
    mode,
    status: 'open',
    payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
    customer: account.find(textOf(form, 'customer'), 'customer').id,
    client_reference_id: textOf(form, 'client_reference_id'),
    metadata: form['metadata'] ?? {},
    success_url: textOf(form, 'success_url'),
    cancel_url: textOf(form, 'cancel_url'),
    expires_at: now() + seconds,
    amount_total: mode === 'setup' ? null : Number(textOf(form, ...price, 'unit_amount')),
    currency: textOf(form, ...price, 'currency') ?? null,
    payment_intent: null,
    setup_intent: null,
  });
  session['url'] = `https://checkout.stripe.com/c/pay/${session.id}`;
  const data = form[mode === 'setup' ? 'setup_intent_data' : 'payment_intent_data'] as Record<string, unknown>;
  account.marks.set(session.id, data['metadata']);
  return session;
}

function createIntent({ account, form }: Call): StripeObject {
  const method = textOf(form, 'payment_method') ?? '';
  const card = account.cards.get(method);
  if (card === undefined) throw invalid('resource_missing', 'payment_method');
  const intent = account.add('payment_intent', 'pi', {
    amount: Number(textOf(form, 'amount')),
    currency: textOf(form, 'currency'),
    customer: account.find(textOf(form, 'customer'), 'customer').id,
    payment_method: method,
    capture_method: textOf(form, 'capture_method') ?? 'automatic',
    metadata: form['metadata'] ?? {},
    status: 'requires_confirmation',
    last_payment_error: null,
    next_action: null,
  });
  account.confirm(intent, card, textOf(form, 'return_url'));
  if (intent['status'] !== 'requires_payment_method') return intent;
  throw new StripeFailure(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    payment_intent: structuredClone(intent),
  });
}
