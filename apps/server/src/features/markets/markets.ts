import type { MarketItem } from '@florin/contract';
import { parsePrice, type UsdPerCoin } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';
import type { CoinPrice, PriceFeed } from '../../providers/price-feed/price-feed.ts';

export type Markets = ReturnType<typeof openMarkets>;

/** A coin as a trade needs it. */
export type PricedCoin = {
  readonly symbol: string;
  readonly name: string;
  readonly icon: string;
  readonly price: UsdPerCoin;
  /** The same as an exact decimal. */
  readonly usdPerCoin: string;
  readonly changePercent24h: number;
};

const iconOf = (symbol: string) => `/coins/${symbol.toLowerCase()}.svg`;

/** The coins and what they cost now, as the price feed says. */
export function openMarkets(feed: PriceFeed) {
  const priced = (coin: CoinPrice): PricedCoin => ({
    symbol: coin.symbol,
    name: coin.name,
    icon: iconOf(coin.symbol),
    price: parsePrice(coin.usdPerCoin),
    usdPerCoin: coin.usdPerCoin,
    changePercent24h: coin.changePercent24h,
  });
  return {
    /** By market capitalisation, largest first. */
    list: (): MarketItem[] =>
      feed
        .prices(new Date())
        .toSorted((a, b) => b.marketCapUsd - a.marketCapUsd)
        .map(marketItem),

    find: (symbol: string): PricedCoin | undefined => {
      const coin = feed.priceOf(symbol, new Date());
      return coin && priced(coin);
    },

    /** Refusals: `coin_not_found`. */
    get(symbol: string): PricedCoin {
      return this.find(symbol) ?? unknownCoin(symbol);
    },

    /** What history calls a coin, also one that is not traded any more. */
    nameOf: (symbol: string): string => feed.priceOf(symbol, new Date())?.name ?? symbol,

    symbols: (): string[] => feed.prices(new Date()).map((coin) => coin.symbol),
  };
}

const marketItem = (coin: CoinPrice): MarketItem => ({
  symbol: coin.symbol,
  name: coin.name,
  icon: iconOf(coin.symbol),
  price: Number(coin.usdPerCoin),
  price_exact: coin.usdPerCoin,
  change: coin.changePercent24h,
  marketCap: coin.marketCapUsd,
  source: coin.source,
  updated_at: coin.at.toISOString(),
});

function unknownCoin(symbol: string): never {
  throw new Refusal('coin_not_found', `${symbol} is not traded here.`, {
    fields: { crypto_symbol: 'This coin is not traded here.' },
  });
}
