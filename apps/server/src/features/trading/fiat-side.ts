import type { BuyQuote, SellQuote } from '@florin/contract';
import {
  isFiat,
  parsePrice,
  priceExchangeFor,
  priceExchangeOf,
  priceText,
  rateText,
  type Amount,
  type FiatCode,
  type MidRates,
} from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { HeldPrice } from '../quotes/index.ts';

/** The EUR or GBP wallet of a trade, with the exchange rates. */
export type FiatSide = { readonly currency: 'EUR' | 'GBP'; readonly rates: MidRates };

/** Returns undefined for USD, because coins are priced in dollars. */
export const fiatSide = (currency: FiatCode, rates: MidRates): FiatSide | undefined =>
  currency === 'USD' ? undefined : { currency, rates };

/** Returns the part of the quote that stores it. */
export const heldSide = (side: FiatSide | undefined): HeldPrice =>
  side
    ? {
        currency: side.currency,
        USD: priceText(side.rates.USD),
        EUR: priceText(side.rates.EUR),
        GBP: priceText(side.rates.GBP),
      }
    : {};

export const isForCurrency = ({ currency = 'USD' }: HeldPrice, asked: FiatCode): boolean => currency === asked;

export function readSide({ currency = 'USD', USD, EUR, GBP }: HeldPrice): FiatSide | undefined {
  if (!isFiat(currency) || !USD || !EUR || !GBP) return undefined;
  return fiatSide(currency, { USD: parsePrice(USD), EUR: parsePrice(EUR), GBP: parsePrice(GBP) });
}

/** Returns the exchange that funds a purchase's total in USD. */
export const paymentOf = ({ currency, rates }: FiatSide, total: Amount<'USD'>) =>
  priceExchangeFor(total, currency, rates);

/** Returns the exchange of a sale's proceeds. */
export const payoutOf = ({ currency, rates }: FiatSide, proceeds: Amount<'USD'>) =>
  priceExchangeOf(proceeds, currency, rates);

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
