import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { coinSymbol, timestamp } from './wire.ts';

/** A market's own price, one that the sandbox makes up, or that of the dated sheet that Florin comes with. */
export const priceKinds = ['live', 'simulated', 'reference'] as const;
export type PriceKind = (typeof priceKinds)[number];

/** Why a coin is not traded: its price is too old, or the newest one is so far off that it has to be seen again. */
export const pauses = ['stale', 'jump'] as const;
export type Pause = (typeof pauses)[number];

/** What moves. */
const tick = {
  symbol: z.string(),
  /** Dollars per coin. */
  price: z.number(),
  price_exact: z.string(),
  /** Percent over 24 hours, signed. */
  change: z.number(),
  /** Of when the price is. */
  updated_at: timestamp,
  /** `null` while the coin is traded. */
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
  /** Who says so, by name. */
  source: z.string(),
};
export const marketItem = z.object(item);
export type MarketItem = z.infer<typeof marketItem>;

export const listCoins = endpoint({
  method: 'GET',
  path: '/crypto/list',
  summary: 'All coins with their prices, by market capitalisation',
  access: 'member',
  answer: z.array(marketItem),
  refusals: [],
});

const oneCoin = z.object({ symbol: coinSymbol });

export const coinDetail = z.object({
  ...item,
  /** Dollars, of the stored prices of the last 24 hours and the one of now. */
  low_24h: z.number(),
  low_24h_exact: z.string(),
  high_24h: z.number(),
  high_24h_exact: z.string(),
  /** Whole dollars traded in 24 hours; `null` where the source does not say. */
  volume_24h: z.nullable(z.number()),
  /** Coins in circulation; `null` where the source does not say. */
  supply: z.nullable(z.number()),
});
export type CoinDetail = z.infer<typeof coinDetail>;

export const getCoin = endpoint({
  method: 'GET',
  path: '/crypto/:symbol',
  summary: 'One coin with what its page shows of the market',
  access: 'member',
  params: oneCoin,
  answer: coinDetail,
  refusals: ['coin_not_found'],
});

export const candleRanges = ['1d', '1w', '1m', '1y', 'all'] as const;
export type CandleRange = (typeof candleRanges)[number];

/** Start in seconds since 1970, then open, high, low and close in dollars: for charts, never for money. */
const candle = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]);
export const candles = z.object({
  range: z.enum(candleRanges),
  /** The length of one candle. */
  every_seconds: z.number(),
  /** Oldest first, at most 400; the last is not over yet. A stretch without prices has none. */
  candles: z.array(candle),
});
export type Candles = z.infer<typeof candles>;

export const getCandles = endpoint({
  method: 'GET',
  path: '/crypto/:symbol/candles',
  summary: 'The history of a price for a chart',
  access: 'member',
  params: oneCoin,
  query: z.object({ range: z._default(z.enum(candleRanges), '1d') }),
  answer: candles,
  refusals: ['coin_not_found'],
});

export const sparkline = z.object({
  symbol: z.string(),
  /** The shape of the last 24 hours, oldest first: 0 is their lowest price, 100 their highest. Whole numbers. */
  points: z.array(z.number()),
});
export type Sparkline = z.infer<typeof sparkline>;

export const listSparklines = endpoint({
  method: 'GET',
  path: '/crypto/sparklines',
  summary: 'The last 24 hours of every coin, as shapes',
  access: 'member',
  answer: z.array(sparkline),
  refusals: [],
});

/** At most so many coins in one stream: more are not on one screen. */
export const maxWatchedCoins = 60;

/** The data of each event called `prices`: the coins that changed since the last. */
export const pricesEvent = z.array(priceTick);

export const streamPrices = endpoint({
  method: 'GET',
  path: '/crypto/prices',
  summary: `Server-sent events: \`prices\` has all coins asked for at first, then every two seconds those that changed. At most ${maxWatchedCoins} coins, those that are not known are left out`,
  access: 'member',
  query: z.object({ symbols: z.string().check(z.maxLength(13 * maxWatchedCoins)) }),
  media: 'text/event-stream',
  refusals: [],
});

export const listFavoriteCoins = endpoint({
  method: 'GET',
  path: '/crypto/favorites',
  summary: "The symbols of the member's favorite coins",
  access: 'member',
  answer: z.array(z.string()),
  refusals: [],
});

export const addFavoriteCoin = endpoint({
  method: 'PUT',
  path: '/crypto/favorites/:symbol',
  summary: 'Make a coin a favorite; one that is stays one',
  access: 'member',
  params: oneCoin,
  refusals: ['coin_not_found'],
});

export const removeFavoriteCoin = endpoint({
  method: 'DELETE',
  path: '/crypto/favorites/:symbol',
  summary: 'Make a coin no favorite; one that is none stays none',
  access: 'member',
  params: oneCoin,
  refusals: [],
});
