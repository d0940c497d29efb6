import * as z from 'zod/mini';
import { askJson } from '../polling/ask.ts';
import { SourceFailure } from '../polling/source-failure.ts';
import { coinGeckoIds } from './coingecko-ids.ts';
import { readFigure, type PriceSource, type SourcePrice } from './price-source.ts';

/** CoinGecko's two API plans. A key works only for its own plan. */
const plans = {
  demo: { url: 'https://api.coingecko.com/api/v3', header: 'x-cg-demo-api-key' },
  pro: { url: 'https://pro-api.coingecko.com/api/v3', header: 'x-cg-pro-api-key' },
} as const;

/** CoinGecko's maximum page size. One request covers all coins. */
export const maxCoinsPerPage = 250;

const anything = z.optional(z.unknown());
const row = z.object({
  id: z.string(),
  symbol: z.string(),
  current_price: anything,
  last_updated: anything,
  price_change_percentage_24h: anything,
  market_cap: anything,
  total_volume: anything,
  circulating_supply: anything,
});

type CoinGecko = {
  readonly plan: keyof typeof plans;
  /** Optional on the demo plan, which then allows fewer requests. */
  readonly key: string | undefined;
  /** A different URL with the same API. */
  readonly baseUrl?: string;
};

/** Reads CoinGecko's /coins/markets, in dollars, for the coins in `coingecko-ids.ts`. */
export function coinGeckoSource({ plan, key, baseUrl = plans[plan].url }: CoinGecko): PriceSource {
  const url = new URL(`${baseUrl}/coins/markets`);
  url.search = new URLSearchParams({
    vs_currency: 'usd',
    ids: Object.values(coinGeckoIds).join(','),
    per_page: String(maxCoinsPerPage),
    precision: 'full',
  }).toString();
  const headers: Record<string, string> = key === undefined ? {} : { [plans[plan].header]: key };
  return {
    name: 'CoinGecko',
    fetch: async (signal) => {
      const answer = z.array(z.unknown()).safeParse(await askJson({ url, headers, signal }));
      if (!answer.success) throw new SourceFailure('the response is not a list of markets');
      return answer.data.map(readRow).filter((price) => price !== undefined);
    },
  };
}

/** Accepts a coin only if both its id and its symbol are ours, because an id may later refer to another coin. */
function readRow(value: unknown): SourcePrice | undefined {
  const { data } = row.safeParse(value);
  const symbol = data?.symbol.toUpperCase() ?? '';
  if (!data || coinGeckoIds[symbol] !== data.id) return undefined;
  return {
    symbol,
    price: data.current_price,
    at: typeof data.last_updated === 'string' ? new Date(data.last_updated) : undefined,
    changePercent24h: readFigure(data.price_change_percentage_24h),
    marketCapUsd: readFigure(data.market_cap),
    volumeUsd24h: readFigure(data.total_volume),
    supply: readFigure(data.circulating_supply),
  };
}
