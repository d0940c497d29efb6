import { gauge } from '../../platform/metrics/registry.ts';
import type { ExchangeRates } from '../../providers/exchange-rates/exchange-rates.ts';

const age = gauge('florin_exchange_rates_age_seconds', 'Age of the exchange rates of a source, in seconds', ['source']);
const paused = gauge('florin_exchange_paused', '1 while exchange is paused for this cause: stale or jump', ['cause']);

/** Updates the metrics of the exchange rates before each scrape. */
export function measureRates(provider: ExchangeRates) {
  const { rates, pause } = provider.now();
  age.reset();
  if (rates.origin)
    age.set({ source: rates.origin.source }, Math.max(0, (Date.now() - rates.origin.at.getTime()) / 1_000));
  for (const cause of ['stale', 'jump'] as const) paused.set({ cause }, pause === cause ? 1 : 0);
}
