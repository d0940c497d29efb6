/** What one coin costs and is worth at one moment. */
export type CoinPrice = {
  readonly symbol: string;
  readonly name: string;
  /** Exact decimal above zero, at most 10 decimals. */
  readonly usdPerCoin: string;
  /** Rounded to 2 decimals. */
  readonly changePercent24h: number;
  /** Whole US dollars. */
  readonly marketCapUsd: number;
  readonly at: Date;
  readonly source: 'simulated' | 'reference' | 'live';
};

/**
 * Where prices come from. Reads are synchronous: a feed that asks somebody else refreshes its own cache in the
 * background, and `at` of each price says how fresh it is.
 */
export type PriceFeed = {
  readonly source: CoinPrice['source'];
  /** Every coin on offer, largest reference market cap first. */
  prices(at: Date): readonly CoinPrice[];
  /** `undefined` for a symbol that is not on offer. */
  priceOf(symbol: string, at: Date): CoinPrice | undefined;
};
