import type { Candles, CandleRange } from '@florin/contract';
import { transactionWhen } from '../transaction-when.ts';
import { dateFormat } from '../../ui/date-format.ts';

const daySeconds = 86_400;

/** True if each candle covers a day or more. Days are UTC; shorter candles use the device's time zone. */
export const isByDay = ({ every_seconds: length }: Candles): boolean => length >= daySeconds;

/** Formats the time of a chart point. A daily close is at the next midnight UTC but belongs to the day before. */
export const pointTime = (history: Candles) =>
  isByDay(history)
    ? (at: number) => day(at * 1000 - 1)
    : (at: number) => transactionWhen(new Date(at * 1000).toISOString());

/** Formats the start of a candle. */
export const candleTime = (history: Candles, start: number): string =>
  isByDay(history) ? day(start * 1000) : transactionWhen(new Date(start * 1000).toISOString());

const day = dateFormat({ month: 'short', day: true, year: true, zone: 'UTC' });

/** Formats the length of a candle, such as `2 hours`. */
export function lengthWords({ every_seconds: seconds }: Candles): string {
  const [size, unit] = units.find(([each]) => seconds % each === 0) ?? [1, 'second'];
  const count = seconds / size;
  return count === 1 ? unit : `${count} ${unit}s`;
}

const units = [
  [7 * daySeconds, 'week'],
  [daySeconds, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

export const rangeNames: Record<CandleRange, { short: string; long: string }> = {
  '1d': { short: '1D', long: 'one day' },
  '1w': { short: '1W', long: 'one week' },
  '1m': { short: '1M', long: 'one month' },
  '1y': { short: '1Y', long: 'one year' },
  all: { short: 'All', long: 'all time' },
};

/** The length of each range in seconds. 0 means that the range covers all stored prices. */
export const rangeSeconds: Record<CandleRange, number> = {
  '1d': daySeconds,
  '1w': 7 * daySeconds,
  '1m': 30 * daySeconds,
  '1y': 365 * daySeconds,
  all: 0,
};
