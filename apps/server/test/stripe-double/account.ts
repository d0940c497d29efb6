import { invalid, newId, objectOf, StripeFailure, type StripeObject } from './objects.ts';

/** How a card behaves when it is charged. `asks`: its bank wants the member to confirm. */
export type Card = 'ok' | 'declined' | 'asks';

export type Occurred = { readonly id: string; readonly type: string; readonly body: string };

/** One merchant's data at Stripe, and the changes that happen there without a call of the merchant. */
export class StripeAccount {
  readonly objects = new Map<string, StripeObject>();
  /** Newest last. */
  readonly transactions: StripeObject[] = [];
  /** Events that were not delivered yet, oldest first. */
  readonly events: Occurred[] = [];
  readonly cards = new Map<string, Card>();
  /** The marks of the payment or setup that a page makes, by the page's id. */
  readonly marks = new Map<string, unknown>();
  /**
   * The currency of the balance if it differs from that of payments, with its units per hundred units of the payments'
   * currency.
   */
  settlement: { readonly currency: string; readonly percent: number } | undefined;

  find(id: string | undefined, kind?: string): StripeObject {
    const found = this.objects.get(id ?? '');
    if (!found || (kind !== undefined && found.object !== kind))
      throw new StripeFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message: `no ${id}` });
    return found;
  }

  add(resource: string, prefix: string, fields: Record<string, unknown>): StripeObject {
    const made = objectOf(resource, { id: newId(prefix), ...this.times(resource), ...fields });
    this.objects.set(made.id, made);
    return made;
  }

  private times(resource: string): Record<string, unknown> {
    return resource === 'balance' ? {} : { created: now() };
  }

  emit(type: string, object: StripeObject) {
    const event = objectOf('event', {
      id: newId('evt'),
      type,
      created: now(),
      data: { object: structuredClone(object) },
    });
    this.events.push({ id: event.id, type, body: JSON.stringify(event) });
  }

  /** Books a movement on the balance. */
  move(fields: { type: string; amount: number; currency: string; fee?: number; source?: string | null }): StripeObject {
    const { settlement } = this;
    const isOther = settlement !== undefined && settlement.currency !== fields.currency;
    const amount = isOther ? Math.round((fields.amount * settlement.percent) / 100) : fields.amount;
    const currency = isOther ? settlement.currency : fields.currency;
    const { fee = 0 } = fields;
    const made = this.add('balance_transaction', 'txn', {
      type: fields.type,
      reporting_category: fields.type,
      source: fields.source ?? null,
      amount,
      currency,
      fee,
      net: amount - fee,
    });
    this.transactions.push(made);
    return made;
  }

  balances(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const { currency, net } of this.transactions)
      sums.set(String(currency), (sums.get(String(currency)) ?? 0) + Number(net));
    return sums;
  }

  /** Takes the money of a payment. */
  succeed(intent: StripeObject) {
    const amount = Number(intent['amount']);
    const currency = String(intent['currency']);
    const charge = this.add('charge', 'ch', {
      amount,
      amount_captured: amount,
      captured: true,
      currency,
      customer: intent['customer'],
      payment_intent: intent.id,
      payment_method: intent['payment_method'],
      metadata: intent['metadata'],
      refunds: { object: 'list', data: [], has_more: false, url: '' },
    });
    const fee = Math.round(amount * 0.029) + 30;
    charge['balance_transaction'] = this.move({ type: 'charge', amount, currency, fee, source: charge.id }).id;
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: amount,
      latest_charge: charge.id,
      next_action: null,
    });
    this.emit('charge.succeeded', charge);
    this.emit('payment_intent.succeeded', intent);
  }

  /** Confirms a payment with its card. */
  confirm(intent: StripeObject, card: Card, returnUrl: string | undefined) {
    if (card === 'declined') {
      Object.assign(intent, { status: 'requires_payment_method', next_action: null });
      this.emit('payment_intent.payment_failed', intent);
      return;
    }
    if (card === 'asks') {
      const url = `https://hooks.stripe.com/redirect/authenticate/${intent.id}?return=${returnUrl}`;
      const redirect = { return_url: returnUrl, url };
      Object.assign(intent, {
        status: 'requires_action',
        next_action: { type: 'redirect_to_url', redirect_to_url: redirect },
      });
      this.emit('payment_intent.requires_action', intent);
      return;
    }
    this.authorized(intent);
  }

  private authorized(intent: StripeObject) {
    if (intent['capture_method'] !== 'manual') return this.succeed(intent);
    Object.assign(intent, { status: 'requires_capture', amount_capturable: intent['amount'], next_action: null });
    this.emit('payment_intent.amount_capturable_updated', intent);
  }

  capture(intent: StripeObject) {
    if (intent['status'] !== 'requires_capture') throw invalid('payment_intent_unexpected_state');
    this.succeed(intent);
  }

  cancel(intent: StripeObject) {
    if (intent['status'] === 'succeeded' || intent['status'] === 'canceled')
      throw invalid('payment_intent_unexpected_state');
    Object.assign(intent, { status: 'canceled', canceled_at: now(), next_action: null });
    this.emit('payment_intent.canceled', intent);
  }

  /** Refunds a payment, as the merchant's call or the dashboard does. */
  refund(intentId: string, amount: number | undefined, metadata: unknown = {}): StripeObject {
    const intent = this.find(intentId, 'payment_intent');
    const charge = this.find(String(intent['latest_charge']), 'charge');
    if (charge['disputed'] === true) throw invalid('charge_disputed');
    const left = Number(charge['amount']) - Number(charge['amount_refunded']);
    if (left === 0) throw invalid('charge_already_refunded');
    const units = amount ?? left;
    if (units > left) throw invalid('amount_too_large');
    const currency = String(charge['currency']);
    const fields = { amount: units, currency, charge: charge.id, payment_intent: intentId, metadata };
    const refund = this.add('refund', 're', fields);
    refund['balance_transaction'] = this.move({ type: 'refund', amount: -units, currency, source: refund.id }).id;
    charge['amount_refunded'] = Number(charge['amount_refunded']) + units;
    this.emit('charge.refunded', charge);
    this.emit('refund.created', refund);
    return refund;
  }

  /** The card's bank does not accept a refund. */
  failRefund(id: string) {
    const refund = this.find(id, 'refund');
    const [amount, currency] = [Number(refund['amount']), String(refund['currency'])];
    const back = this.move({ type: 'refund_failure', amount, currency, source: id });
    Object.assign(refund, { status: 'failed' });
    refund['failure_balance_transaction'] = back.id;
    this.emit('refund.failed', refund);
  }
}

export const now = () => Math.floor(Date.now() / 1_000);
