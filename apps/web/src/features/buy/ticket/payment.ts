import type { BuyQuote } from '@florin/contract';
import {
  isMoreThan,
  largestWithFee,
  parsePrice,
  priceExchangeFor,
  priceExchangeOf,
  zero,
  type Amount,
  type FiatCode,
  type MidRates,
} from '@florin/money';
import { fromExact } from '../../../api/exact.ts';

/** What is exchanged for a purchase, out of another wallet than the dollar's. */
export type Payment = {
  readonly fee: Amount<FiatCode>;
  /** What leaves the wallet, the fee included. */
  readonly total: Amount<FiatCode>;
  /** One unit of the currency in dollars; not known before the first price. */
  readonly rate: string | undefined;
};

export function promisedPayment({ currency, fee_exact, total_exact, rate }: NonNullable<BuyQuote['payment']>): Payment {
  return { fee: fromExact(currency, fee_exact), total: fromExact(currency, total_exact), rate };
}

/** What a total in dollars takes from that wallet at a rate that was quoted before. */
export function estimatedPayment(total: Amount<'USD'>, currency: FiatCode, rate: string | undefined): Payment {
  if (rate === undefined) return { fee: zero(currency), total: zero(currency), rate };
  const price = priceExchangeFor(total, currency, ratesOf(currency, rate));
  return { fee: price.fee, total: price.total, rate };
}

/** The largest purchase, in dollars, that a wallet can pay with all fees; none without a rate or with too little. */
export function largestPurchase(available: Amount<FiatCode>, rate: string | undefined): Amount<'USD'> | undefined {
  const dollars = inDollars(available, rate);
  const largest = dollars && largestWithFee('buy', dollars);
  return largest && largest.units > 0n ? largest : undefined;
}

function inDollars(available: Amount<FiatCode>, rate: string | undefined): Amount<'USD'> | undefined {
  if (isDollars(available)) return available;
  return rate === undefined ? undefined : priceExchangeOf(available, 'USD', ratesOf(available.asset, rate)).received;
}

const isDollars = (amount: Amount<FiatCode>): amount is Amount<'USD'> => amount.asset === 'USD';

const ratesOf = (currency: FiatCode, rate: string): MidRates => {
  const one = parsePrice('1');
  return { USD: one, EUR: one, GBP: one, [currency]: parsePrice(rate) };
};

/** Whether more would be paid than was shown; also where it was not shown. */
export const paysMore = (agreed: Payment | undefined, shown: Payment | undefined): boolean =>
  agreed !== undefined && (shown?.total.asset !== agreed.total.asset || isMoreThan(agreed.total, shown.total));
