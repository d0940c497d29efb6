import type { Transaction } from '../../api/read/answers.ts';
import { dayHeading, daysBefore } from './calendar.ts';

/** A row of the list: a day heading or a transaction. */
export type HistoryLine =
  | { readonly kind: 'day'; readonly key: string; readonly heading: string }
  | { readonly kind: 'transaction'; readonly key: string; readonly transaction: Transaction };

/** Inserts a heading before the first transaction of each day. Keeps the order. */
export function historyLines(newestFirst: readonly Transaction[], now: Date): HistoryLine[] {
  const lines: HistoryLine[] = [];
  // Runs on every keystroke with thousands of rows, so this function creates a Date only at the start of a day.
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
