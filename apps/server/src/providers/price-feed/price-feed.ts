import type { PriceKind } from '@florin/contract';

/** The price and market figures of a coin at one time. */
export type CoinPrice = {
  readonly symbol: string;
  readonly name: string;
  /** Exact decimal above zero, at most 10 decimals. */
  readonly usdPerCoin: string;
  /** Rounded to 2 decimals. */
  readonly changePercent24h: number;
  /** Whole US dollars. */
  readonly marketCapUsd: number;
  /** Whole US dollars traded in 24 hours, or `undefined` if the source does not report it. */
  readonly volumeUsd24h: number | undefined;
  /** Coins in circulation, or `undefined` if the source does not report it. */
  readonly supply: number | undefined;
  /** The time of the price according to its source, but never later than its arrival. */
  readonly at: Date;
  readonly kind: PriceKind;
  /** The name of the source. */
  readonly source: string;
  /** The newest price of the source is so far from this price that it needs confirmation first. */
  readonly doubted: boolean;
};

/** The opening, highest, lowest and closing price of a period, in dollars. For charts only, never for money. */
export type PastPrices = { readonly open: number; readonly high: number; readonly low: number; readonly close: number };

/** A move of a simulated price, which fades away evenly. `from` and `until` are Unix times in seconds. */
export type SimulatedMove = {
  readonly symbol: string;
  readonly percent: number;
  readonly from: number;
  readonly until: number;
};

/** The moves that a simulated feed applies. Undefined for feeds with real prices. */
export type SimulatedMoves = { readonly replace: (moves: readonly SimulatedMove[]) => void };

/**
 * Provides coin prices. Reads are synchronous: a feed with an external source refreshes its cache in the background, and
 * `at` is the time of each price.
 */
export type PriceFeed = {
  /** Trading in a coin pauses when its price is older than this. */
  readonly maxAgeSeconds: number;
  /** Returns every listed coin, by descending reference market cap. */
  prices(at: Date): readonly CoinPrice[];
  /** Returns `undefined` for a symbol that is not listed. */
  priceOf(symbol: string, at: Date): CoinPrice | undefined;
  /** Returns past prices, if the feed has them, for the charts of a new server. `from` and `to` are Unix times in seconds. */
  readonly past?: (symbol: string, from: number, to: number) => PastPrices | undefined;
  /** Only a simulated feed can be moved. */
  readonly moves?: SimulatedMoves;
  /** Starts polling the source. A feed without an external source has no `start`. */
  readonly start?: () => { stop: () => Promise<void> };
};
