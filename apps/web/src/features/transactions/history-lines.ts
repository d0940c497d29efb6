import type { Transaction } from '@florin/contract';
import { dayHeading, isSameDay } from './calendar.ts';

/** A line of the list: the heading of a day, or a transaction of it. */
export type HistoryLine =
  | { readonly kind: 'day'; readonly key: string; readonly heading: string }
  | { readonly kind: 'transaction'; readonly key: string; readonly transaction: Transaction };

/** Transactions under the days they were made on, in the order they come. */
export function historyLines(newestFirst: readonly Transaction[], now: Date): HistoryLine[] {
  let current: Date | undefined;
  return newestFirst.flatMap((transaction): HistoryLine[] => {
    const line: HistoryLine = { kind: 'transaction', key: transaction.id, transaction };
    const day = new Date(transaction.date);
    if (current && isSameDay(current, day)) return [line];
    current = day;
    return [{ kind: 'day', key: day.toDateString(), heading: dayHeading(day, now) }, line];
  });
}
