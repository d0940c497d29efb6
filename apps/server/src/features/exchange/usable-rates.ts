import { parsePrice, priceText } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';
import type { DatedRates, ExchangeRates, RatesPause } from '../../providers/exchange-rates/exchange-rates.ts';
import type { HeldPrice } from '../quotes/index.ts';

/**
 * Returns rates at which money may be exchanged. While exchange is paused, a repeated command still gets its first
 * answer, because an error would look like "not done". Errors: `rates_unavailable`.
 *
 * @param wasDone returns true if the command was posted already
 */
export async function usableRates(provider: ExchangeRates, wasDone = async () => false): Promise<DatedRates> {
  const { rates, pause } = provider.now();
  if (pause === undefined || (await wasDone())) return rates;
  throw new Refusal('rates_unavailable', sentences[pause]);
}

const sentences: Record<RatesPause, string> = {
  stale: 'Exchange is paused because the exchange rates are outdated. It resumes automatically.',
  jump: 'Exchange is paused while we check a jump of the exchange rates. It resumes automatically.',
};

/** Returns the part of a quote that stores the rates. */
export const heldRateFields = (rates: DatedRates): HeldPrice => ({
  USD: priceText(rates.USD),
  EUR: priceText(rates.EUR),
  GBP: priceText(rates.GBP),
  ...originFields(rates),
});

/** Returns the rates of a quote, or undefined for a quote without rates. */
export function readHeldRates({ USD, EUR, GBP, rate_source, rate_at }: HeldPrice): DatedRates | undefined {
  if (!USD || !EUR || !GBP) return undefined;
  return {
    USD: parsePrice(USD),
    EUR: parsePrice(EUR),
    GBP: parsePrice(GBP),
    ...(rate_source && rate_at && { origin: { source: rate_source, at: new Date(rate_at) } }),
  };
}

/** Returns the origin of the rates for the API and the journal. */
export const originFields = ({ origin }: DatedRates) =>
  origin ? { rate_source: origin.source, rate_at: origin.at.toISOString() } : {};
