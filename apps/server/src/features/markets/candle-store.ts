import type { Queryable } from '../../platform/database/pool.ts';
import type { PastPrices } from '../../providers/price-feed/price-feed.ts';
import { hours, minutes, resolutions } from './resolutions.ts';

/** A coin's prices in dollars during a period from `start`, in seconds since 1970. */
export type Candle = PastPrices & { readonly symbol: string; readonly start: number };

/** Simulated and market prices are stored separately and never mixed. */
export type CandleStore = { readonly pool: Queryable; readonly simulated: boolean };

/** The rows are ordered by the key, so that concurrent writers cannot deadlock. */
const given = `unnest($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[])
  as given (symbol, start, open, high, low, close)`;

const asColumns = (candles: readonly Candle[]) => [
  candles.map(({ symbol }) => symbol),
  candles.map(({ start }) => start),
  candles.map(({ open }) => open),
  candles.map(({ high }) => high),
  candles.map(({ low }) => low),
  candles.map(({ close }) => close),
];

/** Merges the prices that several nodes or calls saw in the same period into one candle. */
const merged = 'high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), close = excluded.close';

/**
 * Stores candles of minutes and updates their hours and days, in one statement for all coins. Storing a candle again
 * changes nothing.
 */
export async function recordMinutes({ pool, simulated }: CandleStore, seen: readonly Candle[]): Promise<void> {
  await pool.query(
    `insert into candles as c (symbol, every, simulated, start, open, high, low, close)
     select symbol, every, $8, date_bin(make_interval(mins => every), to_timestamp(start), 'epoch') as bin,
       (array_agg(open order by start))[1], max(high), min(low), (array_agg(close order by start desc))[1]
     from ${given} cross join unnest($7::int[]) as every
     group by symbol, every, bin order by symbol, every, bin
     on conflict (simulated, symbol, every, start) do update set ${merged}`,
    [...asColumns(seen), resolutions.map(({ every }) => every / 60), simulated],
  );
}

/** Stores complete candles. Their opening price replaces an opening price that was seen later. */
export async function fillCandles(
  { pool, simulated }: CandleStore,
  every: number,
  candles: readonly Candle[],
): Promise<void> {
  await pool.query(
    `insert into candles as c (symbol, every, simulated, start, open, high, low, close)
     select symbol, $7, $8, to_timestamp(start), open, high, low, close from ${given} order by symbol, start
     on conflict (simulated, symbol, every, start) do update set open = excluded.open, ${merged}`,
    [...asColumns(candles), every / 60, simulated],
  );
}

/** Deletes minute and hour candles that are older than their retention. */
export async function pruneCandles(pool: Queryable, now: Date): Promise<void> {
  for (const { every, retention } of [minutes, hours])
    await pool.query('delete from candles where every = $1 and start < $2::timestamptz - make_interval(secs => $3)', [
      every / 60,
      now,
      retention,
    ]);
}

/** A period without candles of a resolution, in seconds since 1970. `to` is excluded. */
export type Gap = { readonly symbol: string; readonly from: number; readonly to: number };

/** Returns each coin's gaps between two moments, which are starts of candles. */
export async function findGaps(
  { pool, simulated }: CandleStore,
  symbols: readonly string[],
  { every, from, to }: { every: number; from: number; to: number },
): Promise<Gap[]> {
  const { rows } = await pool.query<Gap>(
    `select coins.symbol, extract(epoch from gaps.after)::float8 as "from", extract(epoch from gaps.until)::float8 as "to"
     from unnest($1::text[]) as coins (symbol) cross join lateral (
       select start + make_interval(mins => $4) as after, lead(start, 1, to_timestamp($3)) over (order by start) as until
       from candles where symbol = coins.symbol and every = $4 and simulated = $5
         and start >= to_timestamp($2) and start < to_timestamp($3)
       union all
       select to_timestamp($2), coalesce(min(start), to_timestamp($3))
       from candles where symbol = coins.symbol and every = $4 and simulated = $5
         and start >= to_timestamp($2) and start < to_timestamp($3)
     ) gaps
     where gaps.until > gaps.after`,
    [symbols, from, to, every / 60, simulated],
  );
  return rows;
}
