import { openMarkets, type Markets } from '../src/features/markets/index.ts';
import type { PriceFeed } from '../src/providers/price-feed/price-feed.ts';

/** Returns whether a feed has past prices. The sandbox's simulated feed has them; a real feed does not. */
export const hasPastPrices = (feed: PriceFeed): boolean => feed.past !== undefined;

/** Returns the market with the prices of a past moment, marked as fresh. */
export function marketsAt(feed: PriceFeed, momentOf: () => Date): Markets {
  return openMarkets({
    maxAgeSeconds: feed.maxAgeSeconds,
    prices: (now) => feed.prices(momentOf()).map((coin) => ({ ...coin, at: now })),
    priceOf: (symbol, now) => {
      const coin = feed.priceOf(symbol, momentOf());
      return coin && { ...coin, at: now };
    },
  });
}
