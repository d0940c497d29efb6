import type { BuyQuote, Policy, SellQuote } from '@florin/contract';
import {
  isFiat,
  priceExchangeFor,
  priceExchangeOf,
  rateText,
  type Amount,
  type FeeRate,
  type FiatCode,
} from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { DatedRates, ExchangeRates } from '../../providers/exchange-rates/exchange-rates.ts';
import { heldRateFields, readHeldRates, usableRates } from '../exchange/index.ts';
import { heldFee, type HeldPrice } from '../quotes/index.ts';

/** The EUR or GBP wallet of a trade, with the exchange rates and the fee of the exchange. */
export type FiatSide = {
  readonly currency: 'EUR' | 'GBP';
  readonly rates: DatedRates;
  readonly feeRate: FeeRate;
};

/**
 * Returns the wallet with the current rates. Returns undefined for USD, because coins are priced in dollars. Errors:
 * `rates_unavailable`.
 */
export async function fiatSide(
  currency: FiatCode,
  { rates, policy }: { readonly rates: ExchangeRates; readonly policy: Policy },
  wasDone?: () => Promise<boolean>,
): Promise<FiatSide | undefined> {
  if (currency === 'USD') return undefined;
  return { currency, rates: await usableRates(rates, wasDone), feeRate: policy.fees.exchange };
}

/** Returns the part of the quote that stores this side of the trade. */
export const heldSide = (side: FiatSide | undefined): HeldPrice =>
  side ? { currency: side.currency, exchange_fee_rate: String(side.feeRate), ...heldRateFields(side.rates) } : {};

export const isForCurrency = ({ currency = 'USD' }: HeldPrice, asked: FiatCode): boolean => currency === asked;

export function readSide(details: HeldPrice, { fees }: Policy): FiatSide | undefined {
  const { currency = 'USD' } = details;
  const rates = readHeldRates(details);
  const feeRate = heldFee(details['exchange_fee_rate'], fees.exchange);
  return rates && isFiat(currency) && currency !== 'USD' ? { currency, rates, feeRate } : undefined;
}

/** Returns the exchange that funds a purchase's total in USD. */
export const paymentOf = ({ currency, rates, feeRate }: FiatSide, total: Amount<'USD'>) =>
  priceExchangeFor(total, currency, rates, feeRate);

/** Returns the exchange of a sale's proceeds. */
export const payoutOf = ({ currency, rates, feeRate }: FiatSide, proceeds: Amount<'USD'>) =>
  priceExchangeOf(proceeds, currency, rates, feeRate);

/** Errors: `amount_too_small` if the proceeds round to zero in the other currency. */
export async function assertPaysOut(
  side: FiatSide,
  { proceeds }: { readonly proceeds: Amount<'USD'> },
  wasDone = async () => false,
): Promise<void> {
  if (payoutOf(side, proceeds).received.units > 0n || (await wasDone())) return;
  const sentence = `This amount is too small for a payout in ${side.currency}. Sell more, or choose USD.`;
  throw new Refusal('amount_too_small', sentence, { fields: { amount_crypto: sentence } });
}

export function paymentField(side: FiatSide | undefined, total: Amount<'USD'>): Pick<BuyQuote, 'payment'> {
  if (!side) return {};
  const price = paymentOf(side, total);
  return {
    payment: {
      currency: side.currency,
      ...moneyFields('amount', price.amount),
      ...moneyFields('fee', price.fee),
      ...moneyFields('total', price.total),
      rate: rateText(side.currency, 'USD', side.rates),
    },
  };
}

export function payoutField(side: FiatSide | undefined, proceeds: Amount<'USD'>): Pick<SellQuote, 'payout'> {
  if (!side) return {};
  const price = payoutOf(side, proceeds);
  return {
    payout: {
      currency: side.currency,
      ...moneyFields('fee', price.fee),
      ...moneyFields('received', price.received),
      rate: rateText('USD', side.currency, side.rates),
    },
  };
}
