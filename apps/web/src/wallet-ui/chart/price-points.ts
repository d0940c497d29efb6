import type { Candles, PriceTick } from '@florin/contract';
import type { ChartPoint } from './chart-point.ts';

/** A history as a line: its first price, what each candle closed at when it was over, and the price of now. */
export function pricePoints({ candles, every_seconds: length }: Candles, live: PriceTick): ChartPoint[] {
  const now = { at: Date.parse(live.updated_at) / 1000, value: live.price };
  const first = candles[0];
  const before = first ? [{ at: first[0], value: first[1] }] : [];
  const over = candles.flatMap(([start, , , , close]) => {
    const end = start + length;
    return end <= now.at ? [{ at: end, value: close }] : [];
  });
  return [...before.filter(({ at }) => at < now.at), ...over, now];
}
