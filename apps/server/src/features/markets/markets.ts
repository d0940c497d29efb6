import type { MarketItem, Pause, PriceTick } from '@florin/contract';
import { parsePrice, type UsdPerCoin } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';
import type { CoinPrice, PriceFeed } from '../../providers/price-feed/price-feed.ts';

export type Markets = ReturnType<typeof openMarkets>;

/** A coin with the data that a trade needs. */
export type PricedCoin = {
  readonly symbol: string;
  readonly name: string;
  readonly price: UsdPerCoin;
  /** The price as an exact decimal. */
  readonly usdPerCoin: string;
};

/** Opens the markets: the coins and their current prices from the feed. */
export function openMarkets(feed: PriceFeed) {
  const find = (symbol: string): CoinPrice => feed.priceOf(symbol, new Date()) ?? unknownCoin(symbol);
  return {
    /** Sorted by market capitalization, largest first. */
    list(): MarketItem[] {
      const now = new Date();
      return feed
        .prices(now)
        .toSorted((a, b) => b.marketCapUsd - a.marketCapUsd)
        .map((coin) => marketItem(coin, pauseOf(coin, now)));
    },

    /** Returns the current prices of these coins. Unknown coins are left out. */
    ticks(symbols: readonly string[]): PriceTick[] {
      const now = new Date();
      return symbols
        .map((symbol) => feed.priceOf(symbol, now))
        .filter((coin) => coin !== undefined)
        .map((coin) => priceTick(coin, pauseOf(coin, now)));
    },

    /** Returns undefined for a coin that is not listed or no longer listed. */
    listed(symbol: string): MarketItem | undefined {
      const now = new Date();
      const coin = feed.priceOf(symbol, now);
      return coin && marketItem(coin, pauseOf(coin, now));
    },

    /** Returns a coin with the details of its own page. Errors: `coin_not_found`. */
    one(symbol: string): { item: MarketItem; volumeUsd24h: number | undefined; supply: number | undefined } {
      const coin = find(symbol);
      const { volumeUsd24h, supply } = coin;
      return { item: marketItem(coin, pauseOf(coin, new Date())), volumeUsd24h, supply };
    },

    /** Returns a coin at its last price, even while trading is paused. Errors: `coin_not_found`. */
    get: (symbol: string): PricedCoin => priced(find(symbol)),

    /** Returns a coin at a tradable price. Errors: `coin_not_found`, `trading_paused`. */
    tradable(symbol: string): PricedCoin {
      const coin = find(symbol);
      const pause = pauseOf(coin, new Date());
      if (pause) throw new Refusal('trading_paused', pauseSentence(coin, pause));
      return priced(coin);
    },

    /** Returns the coin's name for the history, or the symbol of a delisted coin. */
    nameOf: (symbol: string): string => feed.priceOf(symbol, new Date())?.name ?? symbol,

    /** Returns the prices worth storing: tradable prices from a market or the sandbox. */
    recordable: (now: Date): { symbol: string; usd: number }[] =>
      feed
        .prices(now)
        .filter((coin) => isRecordable(coin, now))
        .map(({ symbol, usdPerCoin }) => ({ symbol, usd: Number(usdPerCoin) })),

    /** Returns a coin's price if it is worth storing, else undefined. Errors: `coin_not_found`. */
    recordableOne(symbol: string, now: Date): number | undefined {
      const coin = find(symbol);
      return isRecordable(coin, now) ? Number(coin.usdPerCoin) : undefined;
    },

    /** Returns true if the sandbox simulates the prices. */
    areSimulated: (): boolean => feed.prices(new Date())[0]?.kind === 'simulated',

    symbols: (): string[] => feed.prices(new Date()).map((coin) => coin.symbol),
  };

  function isRecordable(coin: CoinPrice, now: Date): boolean {
    return coin.kind !== 'reference' && pauseOf(coin, now) === null;
  }

  /** A price from the future was recorded before this machine's clock was set back, so its age is unknown. */
  function pauseOf({ doubted, at }: CoinPrice, now: Date): Pause | null {
    if (doubted) return 'jump';
    return Math.abs(now.getTime() - at.getTime()) > feed.maxAgeSeconds * 1000 ? 'stale' : null;
  }
}

const pauseSentence = ({ name }: CoinPrice, pause: Pause) =>
  pause === 'stale'
    ? `Trading in ${name} is paused because its price is outdated. It resumes automatically.`
    : `Trading in ${name} is paused while we check a price jump. It resumes automatically.`;

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
