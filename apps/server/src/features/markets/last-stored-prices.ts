import type { Queryable } from '../../platform/database/pool.ts';
import { exactPrice } from '../../providers/price-feed/exact-price.ts';
import type { Markets } from './markets.ts';
import { resolutions } from './resolutions.ts';

type Dependencies = { readonly pool: Queryable; readonly markets: Pick<Markets, 'areSimulated'> };

/** An old price, which is at most as old as `at`. */
export type OldPrice = { readonly usdPerCoin: string; readonly at: Date };

/** Returns each coin's newest stored price, even for delisted coins. Coins without a stored price are left out. */
export async function lastStoredPrices(
  { pool, markets }: Dependencies,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, OldPrice>> {
  const { rows } = await pool.query<{ symbol: string; close: number; start: Date }>(
    `select coins.symbol, last.close, last.start
     from unnest($1::text[]) as coins (symbol)
     cross join lateral (
       select c.close, c.start from unnest($2::smallint[]) as lengths (every)
       cross join lateral (
         select close, start from candles
         where simulated = $3 and symbol = coins.symbol and every = lengths.every order by start desc limit 1
       ) c
       order by c.start desc limit 1
     ) last`,
    [symbols, resolutions.map(({ every }) => every / 60), markets.areSimulated()],
  );
  return new Map(
    rows.flatMap(({ symbol, close, start }) => {
      const usdPerCoin = exactPrice(close);
      return typeof usdPerCoin === 'string' ? [[symbol, { usdPerCoin, at: start }]] : [];
    }),
  );
}
