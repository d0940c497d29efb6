import type { PriceFeed } from '../../providers/price-feed/price-feed.ts';
import { gauge } from '../../platform/metrics/registry.ts';
import { openMarkets } from './markets.ts';

const age = gauge('florin_price_age_seconds', 'Age of the newest price of a source, in seconds', ['source']);
const coins = gauge('florin_coins', 'Listed coins by trading state: traded, stale or jump', ['state']);

/** Updates the price metrics before each scrape. */
export function measurePrices(feed: PriceFeed) {
  const now = new Date();
  age.reset();
  for (const [source, newest] of newestBySource(feed, now))
    age.set({ source }, Math.max(0, (now.getTime() - newest) / 1_000));
  const states = { traded: 0, stale: 0, jump: 0 };
  for (const { paused } of openMarkets(feed).list()) states[paused ?? 'traded'] += 1;
  for (const [state, count] of Object.entries(states)) coins.set({ state }, count);
}

/** Skips the reference sheet: coins with only its price are not traded. */
function newestBySource(feed: PriceFeed, now: Date): Map<string, number> {
  const newest = new Map<string, number>();
  for (const { kind, source, at } of feed.prices(now))
    if (kind !== 'reference') newest.set(source, Math.max(newest.get(source) ?? 0, at.getTime()));
  return newest;
}
