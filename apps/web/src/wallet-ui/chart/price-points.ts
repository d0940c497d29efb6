import type { Candles } from '@florin/contract';
import { serverNow } from '../../api/server-time.ts';
import type { ChartPoint } from './chart-point.ts';

/** A live price. Without `updated_at` the price counts as current. */
type Live = { readonly price: number; readonly updated_at?: string };

/** Returns the points of the price line: the first open, each close at its candle's end, and the live price. */
export function pricePoints({ candles, every_seconds: length }: Candles, live: Live): ChartPoint[] {
  const at = live.updated_at === undefined ? serverNow() : Date.parse(live.updated_at);
  const now = { at: at / 1000, value: live.price };
  const first = candles[0];
  const before = first ? [{ at: first[0], value: first[1] }] : [];
  const closes = candles.flatMap(([start, , , , close]) => {
    const end = start + length;
    return end <= now.at ? [{ at: end, value: close }] : [];
  });
  return [...before.filter(({ at }) => at < now.at), ...closes, now];
}
