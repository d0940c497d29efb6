import type { Pause } from '@florin/contract';
import type { CoinPrice, PriceFeed } from '../src/providers/price-feed/price-feed.ts';

const sheetDay = new Date('2025-07-01T00:00:00Z');

/** A price feed whose prices the test changes, pauses and delists. */
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
    /** Sets the coin's price back to the reference sheet, as after a restart when the source no longer has the coin. */
    unhear: (symbol: string) => unheard.add(symbol),
    resume: () => {
      paused.clear();
      unheard.clear();
    },
  };
}
