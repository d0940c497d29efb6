import type { Transaction } from '../../api/read/answers.ts';
import { dayHeading, daysBefore } from './calendar.ts';

/** A line of the list: the heading of a day, or a transaction of it. */
export type HistoryLine =
  | { readonly kind: 'day'; readonly key: string; readonly heading: string }
  | { readonly kind: 'transaction'; readonly key: string; readonly transaction: Transaction };

/** Transactions under the days they were made on, in the order they come. */
export function historyLines(newestFirst: readonly Transaction[], now: Date): HistoryLine[] {
  const lines: HistoryLine[] = [];
  // Thousands of lines at each key of a search: a day is made where one begins, and the others are only compared.
  let [start, end] = [0, 0];
  for (const transaction of newestFirst) {
    const at = Date.parse(transaction.date);
    if (at < start || at >= end) {
      const day = new Date(at);
      [start, end] = [daysBefore(day, 0).getTime(), daysBefore(day, -1).getTime()];
      lines.push({ kind: 'day', key: day.toDateString(), heading: dayHeading(day, now) });
    }
    lines.push({ kind: 'transaction', key: transaction.id, transaction });
  }
  return lines;
}
