import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { coinSymbol, timestamp } from './wire.ts';

/**
 * `live`: a market price. `simulated`: a price of the sandbox's simulation. `reference`: a price from the dated price
 * list that Florin contains.
 */
export const priceKinds = ['live', 'simulated', 'reference'] as const;
export type PriceKind = (typeof priceKinds)[number];

/**
 * The reason why trading in a coin is paused: the coin's price is too old, or a jump of the price is not confirmed yet.
 */
export const pauses = ['stale', 'jump'] as const;
export type Pause = (typeof pauses)[number];

/** The changing part of a coin. */
const tick = {
  symbol: z.string(),
  /** Dollars per coin. */
  price: z.number(),
  price_exact: z.string(),
  /** Percent over 24 hours, signed. */
  change: z.number(),
  /** The time of the price. */
  updated_at: timestamp,
  /** Null while trading is open. */
  paused: z.nullable(z.enum(pauses)),
};
export const priceTick = z.object(tick);
export type PriceTick = z.infer<typeof priceTick>;

const item = {
  ...tick,
  name: z.string(),
  /** A path on this host. */
  icon: z.string(),
  /** Whole dollars. */
  marketCap: z.number(),
  kind: z.enum(priceKinds),
  /** The name of the price source. */
  source: z.string(),
};
export const marketItem = z.object(item);
export type MarketItem = z.infer<typeof marketItem>;

export const listCoins = endpoint({
  method: 'GET',
  path: '/crypto/list',
  summary: 'List all coins with their prices, by market capitalization',
  access: 'member',
  answer: z.array(marketItem),
  refusals: [],
});

const oneCoin = z.object({ symbol: coinSymbol });

export const coinDetail = z.object({
  ...item,
  /** The low and the high in dollars, from the stored prices of the last 24 hours and the current price. */
  low_24h: z.number(),
  low_24h_exact: z.string(),
  high_24h: z.number(),
  high_24h_exact: z.string(),
  /** The whole dollars traded in 24 hours. Null if the source does not provide it. */
  volume_24h: z.nullable(z.number()),
  /** The coins in circulation. Null if the source does not provide it. */
  supply: z.nullable(z.number()),
});
export type CoinDetail = z.infer<typeof coinDetail>;

export const getCoin = endpoint({
  method: 'GET',
  path: '/crypto/:symbol',
  summary: 'Get a coin with its market data',
  access: 'member',
  params: oneCoin,
  answer: coinDetail,
  refusals: ['coin_not_found'],
});

export const candleRanges = ['1d', '1w', '1m', '1y', 'all'] as const;
export type CandleRange = (typeof candleRanges)[number];

/** The start in seconds since 1970, then open, high, low and close in dollars. For charts only. */
const candle = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]);
export const candles = z.object({
  range: z.enum(candleRanges),
  /** The length of a candle. */
  every_seconds: z.number(),
  /** Oldest first, at most 400. The last candle is still open. Times without prices have no candle. */
  candles: z.array(candle),
});
export type Candles = z.infer<typeof candles>;

export const getCandles = endpoint({
  method: 'GET',
  path: '/crypto/:symbol/candles',
  summary: 'Get the price history of a coin for a chart',
  access: 'member',
  params: oneCoin,
  query: z.object({ range: z._default(z.enum(candleRanges), '1d') }),
  answer: candles,
  refusals: ['coin_not_found'],
});

export const sparkline = z.object({
  symbol: z.string(),
  /** The prices of the last 24 hours, oldest first, as whole numbers from 0 (lowest) to 100 (highest). */
  points: z.array(z.number()),
});
export type Sparkline = z.infer<typeof sparkline>;

export const listSparklines = endpoint({
  method: 'GET',
  path: '/crypto/sparklines',
  summary: 'List the sparklines of all coins for the last 24 hours',
  access: 'member',
  answer: z.array(sparkline),
  refusals: [],
});

/** The maximum number of coins per stream. A screen shows fewer coins. */
export const maxWatchedCoins = 60;

/** The data of each `prices` event: the coins that changed since the last event. */
export const pricesEvent = z.array(priceTick);

export const streamPrices = endpoint({
  method: 'GET',
  path: '/crypto/prices',
  summary: `Stream prices as server-sent events: \`prices\` first holds all requested coins, then every two seconds the changed ones. At most ${maxWatchedCoins} coins. Unknown coins are ignored`,
  access: 'member',
  query: z.object({ symbols: z.string().check(z.maxLength(13 * maxWatchedCoins)) }),
  media: 'text/event-stream',
  refusals: [],
});

export const listFavoriteCoins = endpoint({
  method: 'GET',
  path: '/crypto/favorites',
  summary: "List the symbols of the member's favorite coins",
  access: 'member',
  answer: z.array(z.string()),
  refusals: [],
});

export const addFavoriteCoin = endpoint({
  method: 'PUT',
  path: '/crypto/favorites/:symbol',
  summary: 'Add a coin to the favorites. Idempotent',
  access: 'member',
  params: oneCoin,
  refusals: ['coin_not_found'],
});

export const removeFavoriteCoin = endpoint({
  method: 'DELETE',
  path: '/crypto/favorites/:symbol',
  summary: 'Remove a coin from the favorites. Idempotent',
  access: 'member',
  params: oneCoin,
  refusals: [],
});
