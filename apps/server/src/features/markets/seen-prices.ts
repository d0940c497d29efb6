import type { Markets } from './markets.ts';
import type { Candle } from './candle-store.ts';
import { minutes, startOf } from './resolutions.ts';

/** Limits the samples of a process that stores no candles. */
const maxMinutes = 5;

export type SeenPrices = ReturnType<typeof openSeenPrices>;

/** Collects this process's price samples until they are stored: one candle per coin and minute. */
export function openSeenPrices(markets: Pick<Markets, 'recordable'>) {
  const byMinute = new Map<number, Map<string, Candle>>(); // oldest first

  const candlesOf = (start: number) => {
    const found = byMinute.get(start) ?? new Map<string, Candle>();
    byMinute.set(start, found);
    for (const old of [...byMinute.keys()].slice(0, -maxMinutes)) byMinute.delete(old);
    return found;
  };

  return {
    sample(now: Date): void {
      const start = startOf(now.getTime() / 1000, minutes.every);
      const candles = candlesOf(start);
      for (const { symbol, usd } of markets.recordable(now))
        candles.set(symbol, seen(candles.get(symbol), symbol, start, usd));
    },

    candles: (): Candle[] => [...byMinute.values()].flatMap((candles) => [...candles.values()]),

    /** Drops the minutes before the given one, because they are stored. The given minute continues. */
    forgetBefore(start: number): void {
      for (const minute of [...byMinute.keys()].filter((minute) => minute < start)) byMinute.delete(minute);
    },
  };
}

function seen(before: Candle | undefined, symbol: string, start: number, usd: number): Candle {
  if (!before) return { symbol, start, open: usd, high: usd, low: usd, close: usd };
  return { ...before, high: Math.max(before.high, usd), low: Math.min(before.low, usd), close: usd };
}
