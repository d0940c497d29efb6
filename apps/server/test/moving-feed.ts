import type { Pause } from '@florin/contract';
import type { CoinPrice, PriceFeed } from '../src/providers/price-feed/price-feed.ts';

/** A market whose prices the test moves, and pauses. */
export function movingFeed(usdPerCoin: Record<string, string>) {
  const prices = new Map(Object.entries(usdPerCoin));
  const paused = new Map<string, Pause>();
  const priced = (symbol: string, price: string, now: Date): CoinPrice => ({
    symbol,
    name: symbol,
    usdPerCoin: price,
    changePercent24h: 0,
    marketCapUsd: 1,
    volumeUsd24h: undefined,
    supply: undefined,
    at: paused.get(symbol) === 'stale' ? new Date(now.getTime() - 61_000) : now,
    kind: 'simulated',
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
    pause: (symbol: string, why: Pause) => paused.set(symbol, why),
    resume: () => paused.clear(),
  };
}
