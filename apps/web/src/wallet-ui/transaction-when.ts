import { serverDate } from '../api/server-time.ts';
import { clockText, nearDayText } from './day-text.ts';

/** Formats the time of a transaction: `Today, 09:12`, `Yesterday, 17:03`, `Oct 20, 21:47`, `Oct 20, 2024, 21:47`. */
export function transactionWhen(date: string, now = serverDate()): string {
  const day = nearDayText(date, now, 'short');
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}, ${clockText(date)}`;
}
