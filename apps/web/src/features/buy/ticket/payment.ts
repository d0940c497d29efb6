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
import { fees } from '../../../api/fees.ts';

/** The exchange that pays for a purchase from the EUR or GBP wallet. */
export type Payment = {
  readonly fee: Amount<FiatCode>;
  /** The amount charged to the wallet, fee included. */
  readonly total: Amount<FiatCode>;
  /** Dollars per unit of the currency; undefined before the first quote. */
  readonly rate: string | undefined;
};

export function quotedPayment({ currency, fee_exact, total_exact, rate }: NonNullable<BuyQuote['payment']>): Payment {
  return { fee: fromExact(currency, fee_exact), total: fromExact(currency, total_exact), rate };
}

/** Estimates the payment for a total in dollars at the rate of an earlier quote. */
export function estimatedPayment(total: Amount<'USD'>, currency: FiatCode, rate: string | undefined): Payment {
  if (rate === undefined) return { fee: zero(currency), total: zero(currency), rate };
  const price = priceExchangeFor(total, currency, ratesOf(currency, rate), fees.exchange);
  return { fee: price.fee, total: price.total, rate };
}

/** Returns the largest purchase in dollars that a wallet can pay with all fees; undefined without a rate or money. */
export function largestPurchase(available: Amount<FiatCode>, rate: string | undefined): Amount<'USD'> | undefined {
  const dollars = inDollars(available, rate);
  const largest = dollars && largestWithFee(fees.buy, dollars);
  return largest && largest.units > 0n ? largest : undefined;
}

function inDollars(available: Amount<FiatCode>, rate: string | undefined): Amount<'USD'> | undefined {
  if (isDollars(available)) return available;
  if (rate === undefined) return undefined;
  return priceExchangeOf(available, 'USD', ratesOf(available.asset, rate), fees.exchange).received;
}

const isDollars = (amount: Amount<FiatCode>): amount is Amount<'USD'> => amount.asset === 'USD';

const ratesOf = (currency: FiatCode, rate: string): MidRates => {
  const one = parsePrice('1');
  return { USD: one, EUR: one, GBP: one, [currency]: parsePrice(rate) };
};

/** True if the quoted payment is above the shown payment, or if no payment was shown in that currency. */
export const costsMore = (agreed: Payment | undefined, shown: Payment | undefined): boolean =>
  agreed !== undefined && (shown?.total.asset !== agreed.total.asset || isMoreThan(agreed.total, shown.total));
