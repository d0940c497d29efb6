import type { MarketItem, Pause, PriceTick } from '@florin/contract';
import { parsePrice, type UsdPerCoin } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';
import type { CoinPrice, PriceFeed } from '../../providers/price-feed/price-feed.ts';

export type Markets = ReturnType<typeof openMarkets>;

/** A coin as a trade needs it. */
export type PricedCoin = {
  readonly symbol: string;
  readonly name: string;
  readonly price: UsdPerCoin;
  /** The same as an exact decimal. */
  readonly usdPerCoin: string;
};

/** The coins and what they cost now, as the price feed says. */
export function openMarkets(feed: PriceFeed) {
  const find = (symbol: string): CoinPrice => feed.priceOf(symbol, new Date()) ?? unknownCoin(symbol);
  return {
    /** By market capitalisation, largest first. */
    list(): MarketItem[] {
      const now = new Date();
      return feed
        .prices(now)
        .toSorted((a, b) => b.marketCapUsd - a.marketCapUsd)
        .map((coin) => marketItem(coin, pauseOf(coin, now)));
    },

    /** What moves of these coins; those that are not known are left out. */
    ticks(symbols: readonly string[]): PriceTick[] {
      const now = new Date();
      return symbols
        .map((symbol) => feed.priceOf(symbol, now))
        .filter((coin) => coin !== undefined)
        .map((coin) => priceTick(coin, pauseOf(coin, now)));
    },

    /** None for a coin that is not on offer, and maybe was once. */
    offered(symbol: string): MarketItem | undefined {
      const now = new Date();
      const coin = feed.priceOf(symbol, now);
      return coin && marketItem(coin, pauseOf(coin, now));
    },

    /** With what only its own page shows. Refusals: `coin_not_found`. */
    one(symbol: string): { item: MarketItem; volumeUsd24h: number | undefined; supply: number | undefined } {
      const coin = find(symbol);
      const { volumeUsd24h, supply } = coin;
      return { item: marketItem(coin, pauseOf(coin, new Date())), volumeUsd24h, supply };
    },

    /** At its last price, traded or not. Refusals: `coin_not_found`. */
    get: (symbol: string): PricedCoin => priced(find(symbol)),

    /** At a price that may be traded on. Refusals: `coin_not_found`, `trading_paused`. */
    tradable(symbol: string): PricedCoin {
      const coin = find(symbol);
      const pause = pauseOf(coin, new Date());
      if (pause) throw new Refusal('trading_paused', pauseSentence(coin, pause));
      return priced(coin);
    },

    /** What history calls a coin, also one that is not traded any more. */
    nameOf: (symbol: string): string => feed.priceOf(symbol, new Date())?.name ?? symbol,

    /** What is worth remembering of the prices: those that may be traded on and that a market, or the sandbox, has made. */
    recordable: (now: Date): { symbol: string; usd: number }[] =>
      feed
        .prices(now)
        .filter((coin) => isRecordable(coin, now))
        .map(({ symbol, usdPerCoin }) => ({ symbol, usd: Number(usdPerCoin) })),

    /** The same of one coin; `undefined` while it is not. Refusals: `coin_not_found`. */
    recordableOne(symbol: string, now: Date): number | undefined {
      const coin = find(symbol);
      return isRecordable(coin, now) ? Number(coin.usdPerCoin) : undefined;
    },

    /** Whether the sandbox makes the prices up. */
    areSimulated: (): boolean => feed.prices(new Date())[0]?.kind === 'simulated',

    symbols: (): string[] => feed.prices(new Date()).map((coin) => coin.symbol),
  };

  function isRecordable(coin: CoinPrice, now: Date): boolean {
    return coin.kind !== 'reference' && pauseOf(coin, now) === null;
  }

  /** One of later than now is from before this machine's clock was put back: how old it is nobody can say. */
  function pauseOf({ doubted, at }: CoinPrice, now: Date): Pause | null {
    if (doubted) return 'jump';
    return Math.abs(now.getTime() - at.getTime()) > feed.maxAgeSeconds * 1000 ? 'stale' : null;
  }
}

const pauseSentence = ({ name }: CoinPrice, pause: Pause) =>
  pause === 'stale'
    ? `Trading in ${name} is paused: there is no fresh price. It goes on by itself as soon as there is one.`
    : `Trading in ${name} is paused: its price has jumped and is being checked. It goes on by itself.`;

export const iconOf = (symbol: string) => `/coins/${symbol.toLowerCase()}.svg`;

const priced = (coin: CoinPrice): PricedCoin => ({
  symbol: coin.symbol,
  name: coin.name,
  price: parsePrice(coin.usdPerCoin),
  usdPerCoin: coin.usdPerCoin,
});

const priceTick = (coin: CoinPrice, paused: Pause | null): PriceTick => ({
  symbol: coin.symbol,
  price: Number(coin.usdPerCoin),
  price_exact: coin.usdPerCoin,
  change: coin.changePercent24h,
  updated_at: coin.at.toISOString(),
  paused,
});

const marketItem = (coin: CoinPrice, paused: Pause | null): MarketItem => ({
  ...priceTick(coin, paused),
  name: coin.name,
  icon: iconOf(coin.symbol),
  marketCap: coin.marketCapUsd,
  kind: coin.kind,
  source: coin.source,
});

function unknownCoin(symbol: string): never {
  throw new Refusal('coin_not_found', `${symbol} is not traded here.`, {
    fields: { crypto_symbol: 'This coin is not traded here.' },
  });
}
