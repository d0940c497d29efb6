import * as z from 'zod/mini';
import { askJson } from './ask-json.ts';
import { coinGeckoIds } from './coingecko-ids.ts';
import { readFigure, SourceFailure, type PriceSource, type SourcePrice } from './price-source.ts';

/** The two that CoinGecko has: a key of one does not open the other. */
const plans = {
  demo: { url: 'https://api.coingecko.com/api/v3', header: 'x-cg-demo-api-key' },
  pro: { url: 'https://pro-api.coingecko.com/api/v3', header: 'x-cg-pro-api-key' },
} as const;

/** As many coins as one page can have, and so one call has them all. */
export const mostCoinsOfPage = 250;

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
  /** The demo plan answers without one, too, though seldom. */
  readonly key: string | undefined;
  /** Another address that answers as CoinGecko does. */
  readonly baseUrl?: string;
};

/** CoinGecko's /coins/markets, in dollars, for the coins of `coingecko-ids.ts`. */
export function coinGeckoSource({ plan, key, baseUrl = plans[plan].url }: CoinGecko): PriceSource {
  const url = new URL(`${baseUrl}/coins/markets`);
  url.search = new URLSearchParams({
    vs_currency: 'usd',
    ids: Object.values(coinGeckoIds).join(','),
    per_page: String(mostCoinsOfPage),
    precision: 'full',
  }).toString();
  const headers: Record<string, string> = key === undefined ? {} : { [plans[plan].header]: key };
  return {
    name: 'CoinGecko',
    fetch: async (signal) => {
      const answer = z.array(z.unknown()).safeParse(await askJson({ url, headers, signal }));
      if (!answer.success) throw new SourceFailure('its answer is not a list of markets');
      return answer.data.map(readRow).filter((price) => price !== undefined);
    },
  };
}

/** Only a coin that is ours by id and by symbol: an id that has come to mean another coin must not give its price. */
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
