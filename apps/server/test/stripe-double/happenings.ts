import { now, type Card, type StripeAccount } from './account.ts';
import { objectOf, type StripeObject } from './objects.ts';

// The acts of members, banks and the merchant's dashboard at Stripe.

/** The member pays on the page of a session. A declined card leaves the page open. */
export function payOn(account: StripeAccount, sessionId: string, card: Card): void {
  const session = openSession(account, sessionId);
  const method = saveMethod(account, card, session['customer']);
  const intent =
    typeof session['payment_intent'] === 'string'
      ? account.find(session['payment_intent'])
      : account.add('payment_intent', 'pi', {
          amount: session['amount_total'],
          currency: session['currency'],
          customer: session['customer'],
          metadata: account.marks.get(session.id),
          last_payment_error: null,
        });
  Object.assign(intent, { payment_method: method.id });
  session['payment_intent'] = intent.id;
  account.confirm(intent, card, String(session['success_url']));
  complete(account, session, intent);
}

/** The member answers the card's bank. */
export function answerBank(account: StripeAccount, intentId: string, confirmed: boolean): void {
  const intent = account.find(intentId, 'payment_intent');
  if (intent['status'] !== 'requires_action') throw new Error('the bank does not ask');
  account.confirm(intent, confirmed ? 'ok' : 'declined', undefined);
  const session = [...account.objects.values()].find(
    (one) => one.object === 'checkout.session' && one['payment_intent'] === intentId,
  );
  if (session) complete(account, session, intent);
}

function complete(account: StripeAccount, session: StripeObject, intent: StripeObject) {
  if (intent['status'] !== 'succeeded') return;
  Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
  account.emit('checkout.session.completed', session);
}

/** The member saves a card on the page of a session. */
export function saveOn(account: StripeAccount, sessionId: string, card: Card): string {
  const session = openSession(account, sessionId);
  const method = saveMethod(account, card, session['customer']);
  const setup = account.add('setup_intent', 'seti', {
    customer: session['customer'],
    payment_method: method.id,
    status: 'succeeded',
    metadata: account.marks.get(session.id),
  });
  Object.assign(session, {
    status: 'complete',
    setup_intent: setup.id,
    url: null,
    payment_status: 'no_payment_required',
  });
  account.emit('setup_intent.succeeded', setup);
  account.emit('checkout.session.completed', session);
  return method.id;
}

function saveMethod(account: StripeAccount, card: Card, customer: unknown): StripeObject {
  const method = account.add('payment_method', 'pm', { customer });
  account.cards.set(method.id, card);
  return method;
}

function openSession(account: StripeAccount, id: string): StripeObject {
  const session = account.find(id, 'checkout.session');
  if (session['status'] !== 'open') throw new Error('the page is closed');
  return session;
}

export function expireSession(account: StripeAccount, id: string): void {
  const session = openSession(account, id);
  Object.assign(session, { status: 'expired', url: null });
  account.emit('checkout.session.expired', session);
}

/** The cardholder disputes a payment. The money is withdrawn, unless it is only an inquiry. */
export function dispute(account: StripeAccount, intentId: string, { inquiry = false } = {}): string {
  const charge = account.find(String(account.find(intentId)['latest_charge']), 'charge');
  const opened = account.add('dispute', 'dp', {
    amount: charge['amount'],
    currency: charge['currency'],
    charge: charge.id,
    payment_intent: intentId,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    balance_transactions: [],
  });
  account.emit('charge.dispute.created', opened);
  if (!inquiry) withdraw(account, opened);
  return opened.id;
}

function withdraw(account: StripeAccount, opened: StripeObject) {
  account.find(String(opened['charge']))['disputed'] = true;
  moveFor(account, opened, -1, 1_500);
  account.emit('charge.dispute.funds_withdrawn', opened);
}

/** The bank decides. A won dispute brings the money back. */
export function endDispute(account: StripeAccount, id: string, outcome: 'won' | 'lost'): void {
  const opened = account.find(id, 'dispute');
  opened['status'] = outcome;
  if (outcome === 'won') {
    account.find(String(opened['charge']))['disputed'] = false; // it can be refunded again
    moveFor(account, opened, 1, 0);
    account.emit('charge.dispute.funds_reinstated', opened);
  }
  account.emit('charge.dispute.closed', opened);
}

function moveFor(account: StripeAccount, opened: StripeObject, sign: 1 | -1, fee: number) {
  const [amount, currency] = [sign * Number(opened['amount']), String(opened['currency'])];
  const moved = account.move({ type: 'adjustment', amount, currency, fee, source: opened.id });
  opened['balance_transactions'] = [...(opened['balance_transactions'] as unknown[]), { ...moved }];
}

/** Stripe pays the balance of a currency to the merchant's bank account. */
export function payOut(account: StripeAccount, currency: string, descriptor: string | null = null): StripeObject {
  const amount = account.balances().get(currency) ?? 0;
  const payout = account.add('payout', 'po', {
    amount,
    currency,
    statement_descriptor: descriptor,
    status: 'in_transit',
    arrival_date: now(),
    trace_id: { status: 'pending', value: null },
  });
  const { settlement } = account;
  account.settlement = undefined;
  account.move({ type: 'payout', amount: -amount, currency, source: payout.id });
  account.settlement = settlement;
  account.emit('payout.created', payout);
  return payout;
}

/** The body and the signature of an event, as a merchant receives it. */
export const foreignEvent = (type: string, object: Record<string, unknown>): string =>
  JSON.stringify(objectOf('event', { type, created: now(), data: { object } }));
