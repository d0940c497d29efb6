import type { Pause } from '@florin/contract';
import type { CoinPrice, PriceFeed } from '../src/providers/price-feed/price-feed.ts';

const sheetDay = new Date('2025-07-01T00:00:00Z');

/** A market whose prices the test moves and pauses, and whose coins it takes off the list. */
export function movingFeed(usdPerCoin: Record<string, string>) {
  const prices = new Map(Object.entries(usdPerCoin));
  const paused = new Map<string, Pause>();
  const unheard = new Set<string>();
  const priced = (symbol: string, price: string, now: Date): CoinPrice => ({
    symbol,
    name: symbol,
    usdPerCoin: price,
    changePercent24h: 0,
    marketCapUsd: 1,
    volumeUsd24h: undefined,
    supply: undefined,
    at: unheard.has(symbol) ? sheetDay : paused.get(symbol) === 'stale' ? new Date(now.getTime() - 61_000) : now,
    kind: unheard.has(symbol) ? 'reference' : 'simulated',
    source: 'test',
    doubted: paused.get(symbol) === 'jump',
  });
  const feed: PriceFeed = {
    maxAgeSeconds: 60,
    prices: (now) => [...prices].map(([symbol, price]) => priced(symbol, price, now)),
    priceOf: (symbol, now) => {
      const price = prices.get(symbol);
      return price === undefined ? undefined : priced(symbol, price, now);
    },
  };
  return {
    feed,
    set: (symbol: string, price: string) => prices.set(symbol, price),
    delist: (symbol: string) => prices.delete(symbol),
    pause: (symbol: string, why: Pause) => paused.set(symbol, why),
    /** As after a restart, when a source does not have the coin any more: the price is the sheet's. */
    unhear: (symbol: string) => unheard.add(symbol),
    resume: () => {
      paused.clear();
      unheard.clear();
    },
  };
}
