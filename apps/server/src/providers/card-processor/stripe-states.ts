import { amountOf, fiatCodes, type Amount, type FiatCode } from '@florin/money';
import type { Stripe } from 'stripe';
import type { CardPayout, CardTransaction, PaymentState, SetupState } from './card-processor.ts';

// The meaning of Stripe's objects for Florin. Amounts and currencies are always those of the object.

/** Returns the outcome of a payment. The payment's charge and the charge's card must be expanded. */
export function stateOfIntent(intent: Stripe.PaymentIntent): PaymentState {
  const { id, status } = intent;
  if (status === 'succeeded')
    return {
      state: 'paid',
      paymentId: id,
      amount: exactly(intent.currency, intent.amount_received),
      label: cardOfCharge(expanded(intent.latest_charge)),
    };
  if (status === 'requires_capture') return { state: 'authorized' };
  if (status === 'canceled') return { state: 'ended', why: 'canceled' };
  if (status === 'requires_payment_method') return { state: 'ended', why: 'declined' };
  return { state: 'waits', url: intent.next_action?.redirect_to_url?.url ?? undefined };
}

/** Returns the outcome of a payment on Stripe's page. A declined card leaves the page open for another one. */
export function stateOfPayment(session: Stripe.Checkout.Session): PaymentState {
  const intent = expanded(session.payment_intent);
  if (intent?.status === 'succeeded') return stateOfIntent(intent);
  if (session.status === 'expired') return { state: 'ended', why: 'canceled' };
  if (session.status === 'complete' && intent) return stateOfIntent(intent);
  return { state: 'waits', url: session.url ?? undefined };
}

/** Returns the outcome of saving a card on Stripe's page. The session's setup and the setup's card must be expanded. */
export function stateOfSetup(session: Stripe.Checkout.Session, customer: string): SetupState {
  const method = expanded(expanded(session.setup_intent)?.payment_method);
  if (session.status === 'complete' && method?.card) {
    const { brand, last4, exp_month, exp_year } = method.card;
    const expiry = `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;
    return {
      state: 'saved',
      token: tokenOf({ customer, method: method.id }),
      method: { type: 'card', brand: brandName(brand), last4, expiry },
    };
  }
  return session.status === 'open' ? { state: 'waits', url: session.url ?? undefined } : { state: 'ended' };
}

/** A saved card and the customer whose card it is, as one token. */
const tokenOf = ({ customer, method }: { customer: string; method: string }) => `${customer}:${method}`;

export function readToken(token: string): { customer: string; method: string } {
  const [customer = '', method = ''] = token.split(':');
  return { customer, method };
}

const kinds: Readonly<Record<string, CardTransaction['kind']>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
};

/** Returns a movement on Stripe's balance, or undefined in a currency that Florin does not have. */
export function movementOf(transaction: Stripe.BalanceTransaction): CardTransaction | undefined {
  const { id, type, amount, fee, created } = transaction;
  const currency = currencyOf(transaction.currency);
  if (currency === undefined) return undefined;
  const source = typeof transaction.source === 'string' ? { id: transaction.source } : transaction.source;
  const moved = amountOf(currency, BigInt(amount));
  return {
    id,
    kind: source && 'object' in source && source.object === 'dispute' ? 'dispute' : (kinds[type] ?? 'other'),
    source: source?.id,
    paymentId: source && 'payment_intent' in source ? idOf(source.payment_intent) : undefined,
    amount: moved,
    paid: paidBy(source, moved),
    fee: BigInt(fee),
    at: new Date(created * 1_000),
  };
}

/** Returns the amount of a charge, refund or dispute in its own currency, with the sign of the movement. */
function paidBy(source: object | null, moved: Amount<FiatCode>): Amount<FiatCode> {
  if (!source || !('object' in source) || !('amount' in source) || !('currency' in source)) return moved;
  if (source.object !== 'charge' && source.object !== 'refund' && source.object !== 'dispute') return moved;
  const currency = currencyOf(String(source.currency));
  if (currency === undefined || currency === moved.asset) return moved;
  const units = BigInt(Number(source.amount));
  return amountOf(currency, moved.units < 0n ? -units : units);
}

export const payoutOf = (payout: Stripe.Payout): CardPayout => ({
  id: payout.id,
  amount: exactly(payout.currency, payout.amount),
  descriptor: payout.statement_descriptor ?? undefined,
  trace: payout.trace_id?.value ?? undefined,
  failed: payout.status === 'failed' || payout.status === 'canceled',
});

export const currencyOf = (code: string): FiatCode | undefined =>
  fiatCodes.find((known) => known === code.toUpperCase());

/** Throws for a currency that Florin does not have, because such money cannot be booked. */
export function exactly(code: string, units: number): Amount<FiatCode> {
  const currency = currencyOf(code);
  if (currency === undefined) throw new Error(`Stripe names the currency ${code}, which Florin does not have.`);
  return amountOf(currency, BigInt(units));
}

export const idOf = (object: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof object === 'string' ? object : (object?.id ?? undefined);

const expanded = <Object extends { readonly id: string }>(object: string | Object | null | undefined) =>
  typeof object === 'string' ? undefined : (object ?? undefined);

function cardOfCharge(charge: Stripe.Charge | undefined): string {
  const card = charge?.payment_method_details?.card;
  return card?.last4 ? `${brandName(card.brand ?? '')} •••• ${card.last4}` : 'Card';
}

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

const brandName = (brand: string) => brandNames[brand] ?? 'Card';
