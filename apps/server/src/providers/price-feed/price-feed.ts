import type { PriceKind } from '@florin/contract';

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
  /** Whole US dollars traded in 24 hours; `undefined` where the source does not say. */
  readonly volumeUsd24h: number | undefined;
  /** Coins in circulation; `undefined` where the source does not say. */
  readonly supply: number | undefined;
  /** Of when the price is, by its source and never later than it was received. */
  readonly at: Date;
  readonly kind: PriceKind;
  /** Who says so, by name. */
  readonly source: string;
  /** The source's newest price is so far from this one that it has to be seen again before it is believed. */
  readonly doubted: boolean;
};

/** The opening, highest, lowest and closing price of a stretch of time, in dollars: for charts, never for money. */
export type PastPrices = { readonly open: number; readonly high: number; readonly low: number; readonly close: number };

/**
 * Where prices come from. Reads are synchronous: a feed that asks somebody else refreshes its own cache in the
 * background, and `at` of each price says how fresh it is.
 */
export type PriceFeed = {
  /** A price older than this is not traded on. */
  readonly maxAgeSeconds: number;
  /** Every coin on offer, largest reference market cap first. */
  prices(at: Date): readonly CoinPrice[];
  /** `undefined` for a symbol that is not on offer. */
  priceOf(symbol: string, at: Date): CoinPrice | undefined;
  /** The past, where the feed knows it: what the charts of a new server are filled with. Both bounds in seconds since 1970. */
  readonly past?: (symbol: string, from: number, to: number) => PastPrices | undefined;
  /** Begins to ask for prices; ends with what it answers. A feed that asks nobody has none. */
  readonly start?: () => { stop: () => Promise<void> };
};
