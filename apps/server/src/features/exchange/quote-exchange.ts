import type { ExchangeQuote } from '@florin/contract';
import {
  parsePrice,
  priceExchange,
  priceText,
  rateText,
  type Amount,
  type FiatCode,
  type MidRates,
} from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import { heldPrice, holdPrice, type UsableQuote } from '../quotes/index.ts';

/** Long enough to read a dialog, short enough to prevent bets on the rate. */
const quoteSeconds = 30;

export type ExchangeOrder = { readonly amount: Amount<FiatCode>; readonly to: FiatCode };
export type ExchangePrice = ReturnType<typeof priceExchange>;

/** Holds the current rate for one member, amount and currency pair. Errors: `same_currency`, `amount_too_small`. */
export async function quoteExchange(
  database: Queryable,
  member: Member,
  { amount, to }: ExchangeOrder,
  rates: MidRates,
): Promise<ExchangeQuote> {
  const price = priceOrRefuse({ amount, to }, rates);
  const details = {
    from: amount.asset,
    to,
    amount: String(amount.units),
    USD: priceText(rates.USD),
    EUR: priceText(rates.EUR),
    GBP: priceText(rates.GBP),
  };
  return {
    ...(await holdPrice(database, member, 'exchange', { details, seconds: quoteSeconds })),
    kind: 'exchange',
    from: amount.asset,
    to,
    ...moneyFields('amount', price.amount),
    ...moneyFields('fee', price.fee),
    ...moneyFields('total', price.total),
    ...moneyFields('received', price.received),
    rate: rateText(amount.asset, to, rates),
  };
}

/** Returns the rates that a quote holds for this order. Errors: `quote_not_found`. */
export const heldRates = (
  database: Queryable,
  member: Member,
  id: string,
  { amount, to }: ExchangeOrder,
): Promise<UsableQuote<MidRates>> =>
  heldPrice(database, member, { id, kind: 'exchange' }, ({ USD, EUR, GBP, ...details }) => {
    const isForIt =
      details['from'] === amount.asset && details['to'] === to && details['amount'] === String(amount.units);
    if (!isForIt || !USD || !EUR || !GBP) return undefined;
    return { USD: parsePrice(USD), EUR: parsePrice(EUR), GBP: parsePrice(GBP) };
  });

/** Errors: `same_currency`, `amount_too_small`. */
export function priceOrRefuse({ amount, to }: ExchangeOrder, rates: MidRates): ExchangePrice {
  if (amount.asset === to)
    throw new Refusal('same_currency', 'Choose two different currencies.', {
      fields: { to: 'Choose two different currencies.' },
    });
  const price = priceExchange(amount, to, rates);
  if (price.received.units > 0n) return price;
  const sentence = `This amount is too small to exchange to ${to}.`;
  throw new Refusal('amount_too_small', sentence, { fields: { amount: sentence } });
}
