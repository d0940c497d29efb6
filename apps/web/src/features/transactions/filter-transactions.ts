import { matchesSearch } from '@florin/contract';
import type { Transaction } from '../../api/read/answers.ts';
import { daysBefore, firstOfMonth } from './calendar.ts';
import type { HistorySearch, TimeFilter } from './history-search.ts';

/** The filters that are applied here; the type is the server's to apply. */
export function filterTransactions(
  transactions: readonly Transaction[],
  { time, q = '' }: Pick<HistorySearch, 'time' | 'q'>,
  now: Date,
): readonly Transaction[] {
  const start = time && startOf(time, now);
  if (!start && q.trim() === '') return transactions;
  return transactions.filter(
    (transaction) => (!start || new Date(transaction.date) >= start) && matchesSearch(transaction, q),
  );
}

/** Where a time filter begins: today's midnight, seven days ago, the first of this month of this year. */
export function startOf(time: TimeFilter, now: Date): Date {
  switch (time) {
    case 'today':
      return daysBefore(now, 0);
    case 'week':
      return new Date(now.getTime() - 7 * millisecondsOfDay);
    case 'month':
      return firstOfMonth(now);
  }
}

const millisecondsOfDay = 24 * 60 * 60 * 1000;
