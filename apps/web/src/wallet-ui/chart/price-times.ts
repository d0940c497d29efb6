import type { Candles, CandleRange } from '@florin/contract';
import { transactionWhen } from '../transaction-when.ts';
import { dateFormat } from '../../ui/date-format.ts';

const daySeconds = 86_400;

/** Days are the server's: they begin and end at midnight UTC. What is shorter is told by the reader's own clock. */
export const isByDay = ({ every_seconds: length }: Candles): boolean => length >= daySeconds;

/** When a point of the line was. A day's close belongs to the day, though it is at the next one's first moment. */
export const pointTime = (history: Candles) =>
  isByDay(history)
    ? (at: number) => day(at * 1000 - 1)
    : (at: number) => transactionWhen(new Date(at * 1000).toISOString());

/** When a candle began. */
export const candleTime = (history: Candles, start: number): string =>
  isByDay(history) ? day(start * 1000) : transactionWhen(new Date(start * 1000).toISOString());

const day = dateFormat({ month: 'short', day: true, year: true, zone: 'UTC' });

/** `2 hours` */
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
  all: { short: 'All', long: 'all years' },
};

/** How far back each range goes; all years as far as there are prices. */
export const rangeSeconds: Record<CandleRange, number> = {
  '1d': daySeconds,
  '1w': 7 * daySeconds,
  '1m': 30 * daySeconds,
  '1y': 365 * daySeconds,
  all: 0,
};
