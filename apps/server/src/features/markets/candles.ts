import type { CandleRange, Candles } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Markets } from './markets.ts';
import { days, hours, minutes, startOf, type Resolution } from './resolutions.ts';

type Dependencies = { readonly pool: Queryable; readonly markets: Markets };

/** The stored candles of a chart, the length of the chart's candles in seconds, and their maximum number. */
type Drawing = { readonly of: Resolution; readonly every: number; readonly count: number };

const drawings: Record<Exclude<CandleRange, 'all'>, Drawing> = {
  '1d': { of: minutes, every: 5 * 60, count: 288 },
  '1w': { of: hours, every: hours.every, count: 168 },
  '1m': { of: hours, every: 4 * hours.every, count: 180 },
  '1y': { of: days, every: days.every, count: 365 },
};
const maxCandles = 400;

type Row = Candles['candles'][number];

/** Returns a coin's price history for a chart. The last candle ends at the current price. Errors: `coin_not_found`. */
export async function readCandles(
  { pool, markets }: Dependencies,
  symbol: string,
  range: CandleRange,
): Promise<Candles> {
  const now = markets.recordableOne(symbol, new Date());
  const { of, every, count } = range === 'all' ? await drawingOfAll({ pool, markets }, symbol) : drawings[range];
  const running = startOf(Date.now() / 1000, every);
  const { rows } = await pool.query<{ candle: Row }>(
    `select array[extract(epoch from bin)::float8, (array_agg(open order by start))[1], max(high), min(low),
       (array_agg(close order by start desc))[1]] as candle
     from (
       select date_bin(make_interval(secs => $4), start, 'epoch') as bin, * from candles
       where symbol = $1 and every = $2 and simulated = $5 and start >= to_timestamp($3)
     ) binned
     group by bin order by bin`,
    [symbol, of.every / 60, running - (count - 1) * every, every, markets.areSimulated()],
  );
  const stored = rows.map(({ candle }) => candle);
  return { range, every_seconds: every, candles: now === undefined ? stored : upToNow(stored, running, now) };
}

/** Returns daily candles, thinned out above the maximum. */
async function drawingOfAll({ pool, markets }: Dependencies, symbol: string): Promise<Drawing> {
  const { rows } = await pool.query<{ first: number | null }>(
    `select extract(epoch from min(start))::float8 as first from candles
     where symbol = $1 and every = $2 and simulated = $3`,
    [symbol, days.every / 60, markets.areSimulated()],
  );
  const now = Date.now() / 1000;
  const stored = (startOf(now, days.every) - (rows[0]?.first ?? now)) / days.every + 1;
  // The number is one less than the maximum, because the grid cuts the first and last candle.
  return { of: days, every: days.every * Math.max(1, Math.ceil(stored / (maxCandles - 1))), count: maxCandles };
}

/** Extends the candles to the current price. Returns no candles if none are stored. */
function upToNow(stored: readonly Row[], running: number, now: number): Row[] {
  const last = stored.at(-1);
  if (!last) return [];
  const [start, open, high, low] = last;
  return start === running
    ? [...stored.slice(0, -1), [start, open, Math.max(high, now), Math.min(low, now), now]]
    : [...stored, [running, now, now, now, now]];
}
