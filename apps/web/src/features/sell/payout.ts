import type { SellQuote } from '@florin/contract';
import { parsePrice, priceExchangeOf, type Amount, type FiatCode, type MidRates } from '@florin/money';
import { fromExact } from '../../api/exact.ts';
import { fees } from '../../api/fees.ts';

/** The exchange that pays the proceeds into the EUR or GBP wallet. */
export type Payout = {
  readonly currency: FiatCode;
  /** The exchange fee, taken from the proceeds. */
  readonly fee: Amount<'USD'>;
  /** The amount credited to the wallet; undefined before the first quote. */
  readonly received: Amount<FiatCode> | undefined;
  /** Units of the currency per dollar; undefined before the first quote. */
  readonly rate: string | undefined;
};

export const quotedPayout = ({ currency, received_exact, fee_exact, rate }: QuotedPayout): Payout => ({
  currency,
  fee: fromExact('USD', fee_exact),
  received: fromExact(currency, received_exact),
  rate,
});

type QuotedPayout = NonNullable<SellQuote['payout']>;

/** Estimates the payout at the last quoted rate; undefined for a sale into the USD wallet. */
export function estimatedPayout(
  proceeds: Amount<'USD'>,
  currency: FiatCode,
  lastQuote: SellQuote | undefined,
): Payout | undefined {
  if (currency === 'USD') return undefined;
  const rate = lastQuote?.payout?.currency === currency ? lastQuote.payout.rate : undefined;
  const { fee, received } = priceExchangeOf(proceeds, currency, ratesOf(currency, rate ?? '1'), fees.exchange);
  return { currency, fee, received: rate === undefined && proceeds.units > 0n ? undefined : received, rate };
}

/** Returns a rate table in which one dollar is worth `rate` units of the currency. */
function ratesOf(currency: FiatCode, rate: string): MidRates {
  const one = parsePrice('1');
  return { USD: parsePrice(rate), EUR: one, GBP: one, [currency]: one };
}
