import type { Queryable } from '../../platform/database/pool.ts';
import type { Markets } from './markets.ts';
import { resolutions, days } from './resolutions.ts';

type Dependencies = { readonly pool: Queryable; readonly markets: Pick<Markets, 'areSimulated'> };

/** The evenly spaced moments from a past moment until now. */
type Moments = {
  /** The first moment, in seconds since 1970. */
  readonly from: number;
  readonly everySeconds: number;
};

/**
 * Returns past prices of coins in dollars, for charts only, never for money. The n-th price is the last price known at
 * `from + n * everySeconds`, or null before the first stored price.
 */
export async function pastPrices(
  { pool, markets }: Dependencies,
  symbols: readonly string[],
  { from, everySeconds }: Moments,
): Promise<ReadonlyMap<string, readonly (number | null)[]>> {
  const now = Date.now() / 1000;
  // The finest resolution that reaches back far enough.
  const { every } = resolutions.find(({ retention }) => from > now - retention) ?? days;
  const { rows } = await pool.query<{ symbol: string; closes: (number | null)[] }>(
    `select coins.symbol, array_agg(last.close order by moments.at) as closes
     from unnest($1::text[]) as coins (symbol)
     cross join generate_series(to_timestamp($2), to_timestamp($3), make_interval(secs => $4)) as moments (at)
     left join lateral (
       select c.close from candles c
       where c.symbol = coins.symbol and c.every = $5 and c.simulated = $6 and c.start <= moments.at - make_interval(mins => $5)
       order by c.start desc limit 1
     ) last on true
     group by coins.symbol`,
    [symbols, from, now, everySeconds, every / 60, markets.areSimulated()],
  );
  return new Map(rows.map(({ symbol, closes }) => [symbol, closes]));
}
