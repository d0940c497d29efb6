import type { ExchangeQuote, Policy } from '@florin/contract';
import { priceExchange, rateText, type Amount, type FeeRate, type FiatCode, type MidRates } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { DatedRates } from '../../providers/exchange-rates/exchange-rates.ts';
import type { Member } from '../identity/index.ts';
import { heldFee, heldPrice, holdPrice, type UsableQuote } from '../quotes/index.ts';
import { heldRateFields, originFields, readHeldRates } from './usable-rates.ts';

/** Long enough to read a dialog, short enough to prevent bets on the rate. */
const quoteSeconds = 30;

export type ExchangeOrder = { readonly amount: Amount<FiatCode>; readonly to: FiatCode };
export type ExchangePrice = ReturnType<typeof priceExchange>;

type Dependencies = { readonly pool: Pool; readonly policy: Policy };

/** Holds the current rate and fee for one member, amount and currency pair. Errors: `same_currency`, `amount_too_small`. */
export async function quoteExchange(
  { pool, policy }: Dependencies,
  member: Member,
  { amount, to }: ExchangeOrder,
  rates: DatedRates,
): Promise<ExchangeQuote> {
  const { exchange: feeRate } = policy.fees;
  const price = priceOrRefuse({ amount, to }, rates, feeRate);
  const details = {
    from: amount.asset,
    to,
    amount: String(amount.units),
    fee_rate: String(feeRate),
    ...heldRateFields(rates),
  };
  return {
    ...(await holdPrice(pool, member, 'exchange', { details, seconds: quoteSeconds })),
    kind: 'exchange',
    from: amount.asset,
    to,
    ...moneyFields('amount', price.amount),
    ...moneyFields('fee', price.fee),
    ...moneyFields('total', price.total),
    ...moneyFields('received', price.received),
    rate: rateText(amount.asset, to, rates),
    ...originFields(rates),
  };
}

/** Returns the rates and the fee that a quote holds for this order. Errors: `quote_not_found`. */
export const heldRates = (
  { pool, policy }: Dependencies,
  member: Member,
  id: string,
  { amount, to }: ExchangeOrder,
): Promise<UsableQuote<{ readonly rates: DatedRates; readonly feeRate: FeeRate }>> =>
  heldPrice(pool, member, { id, kind: 'exchange' }, (details) => {
    const isForIt =
      details['from'] === amount.asset && details['to'] === to && details['amount'] === String(amount.units);
    const rates = isForIt ? readHeldRates(details) : undefined;
    return rates && { rates, feeRate: heldFee(details['fee_rate'], policy.fees.exchange) };
  });

/** Errors: `same_currency`, `amount_too_small`. */
export function priceOrRefuse({ amount, to }: ExchangeOrder, rates: MidRates, feeRate: FeeRate): ExchangePrice {
  if (amount.asset === to)
    throw new Refusal('same_currency', 'Choose two different currencies.', {
      fields: { to: 'Choose two different currencies.' },
    });
  const price = priceExchange(amount, to, rates, feeRate);
  if (price.received.units > 0n) return price;
  const sentence = `This amount is too small to exchange to ${to}.`;
  throw new Refusal('amount_too_small', sentence, { fields: { amount: sentence } });
}
