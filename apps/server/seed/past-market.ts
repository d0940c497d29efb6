import { openMarkets, type Markets } from '../src/features/markets/index.ts';
import type { PriceFeed } from '../src/providers/price-feed/price-feed.ts';

/** Whether a feed can say what coins cost at any moment: the sandbox's own can, a market's knows the present only. */
export const knowsThePast = (feed: PriceFeed): boolean => feed.past !== undefined;

/** The market as it was at a moment: its prices are of then, and fresh. */
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
