import type { SellQuote } from '@florin/contract';
import { parsePrice, priceExchangeOf, type Amount, type FiatCode, type MidRates } from '@florin/money';
import { fromExact } from '../../api/exact.ts';

/** What a sale pays into another wallet than the dollar's: its proceeds, exchanged. */
export type Payout = {
  readonly currency: FiatCode;
  /** Dollars, out of the proceeds. */
  readonly fee: Amount<'USD'>;
  /** What arrives; not known before the first price. */
  readonly received: Amount<FiatCode> | undefined;
  /** One dollar in the currency. */
  readonly rate: string | undefined;
};

export const promisedPayout = ({ currency, received_exact, fee_exact, rate }: QuotedPayout): Payout => ({
  currency,
  fee: fromExact('USD', fee_exact),
  received: fromExact(currency, received_exact),
  rate,
});

type QuotedPayout = NonNullable<SellQuote['payout']>;

/** What the proceeds would come to in that currency at the rate that was quoted last; nothing of a sale into dollars. */
export function estimatedPayout(
  proceeds: Amount<'USD'>,
  currency: FiatCode,
  lastQuote: SellQuote | undefined,
): Payout | undefined {
  if (currency === 'USD') return undefined;
  const rate = lastQuote?.payout?.currency === currency ? lastQuote.payout.rate : undefined;
  const { fee, received } = priceExchangeOf(proceeds, currency, ratesOf(currency, rate ?? '1'));
  return { currency, fee, received: rate === undefined && proceeds.units > 0n ? undefined : received, rate };
}

/** A table in which one dollar is worth `rate` of the currency. */
function ratesOf(currency: FiatCode, rate: string): MidRates {
  const one = parsePrice('1');
  return { USD: parsePrice(rate), EUR: one, GBP: one, [currency]: one };
}
