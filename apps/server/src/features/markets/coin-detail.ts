import type { CoinDetail } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Markets } from './markets.ts';
import { days, hours, minutes } from './resolutions.ts';

type Dependencies = { readonly pool: Queryable; readonly markets: Markets };

/** Returns the market data of a coin's page. Errors: `coin_not_found`. */
export async function coinDetail({ pool, markets }: Dependencies, symbol: string): Promise<CoinDetail> {
  const { item, volumeUsd24h, supply } = markets.one(symbol);
  const { rows } = await pool.query<{ low: number | null; high: number | null }>(
    `select min(low) as low, max(high) as high from candles
     where symbol = $1 and every = any ($2) and simulated = $4 and start >= now() - make_interval(secs => $3)`,
    [symbol, [minutes.every / 60, hours.every / 60], days.every, markets.areSimulated()],
  );
  const low = Math.min(rows[0]?.low ?? item.price, item.price);
  const high = Math.max(rows[0]?.high ?? item.price, item.price);
  return {
    ...item,
    low_24h: low,
    low_24h_exact: exactly(low, item.price_exact),
    high_24h: high,
    high_24h_exact: exactly(high, item.price_exact),
    volume_24h: volumeUsd24h ?? null,
    supply: supply ?? null,
  };
}

const maxDecimals = 10;

/** Returns the price as a decimal with at least as many decimals as the current price. */
function exactly(usd: number, price: string): string {
  const text = String(usd);
  const [whole = '', fraction = ''] = (text.includes('e') ? usd.toFixed(maxDecimals) : text).split('.');
  return `${whole}.${fraction.padEnd(price.split('.')[1]?.length ?? 0, '0')}`;
}
