import { matchesSearch } from '@florin/contract';
import type { Transaction } from '../../api/read/answers.ts';
import { daysBefore, firstOfMonth } from './calendar.ts';
import type { FurtherFilters, HistorySearch, TimeFilter } from './history-search.ts';

/**
 * The filters that are applied here; the type is the server's to apply. So are currency, status and days, but a server
 * that has only the specification's calls does not know them.
 */
export function filterTransactions(
  transactions: readonly Transaction[],
  { time, q = '', ...further }: Omit<HistorySearch, 'type' | 'id'>,
  now: Date,
): readonly Transaction[] {
  const start = time && startOf(time, now);
  if (!start && q.trim() === '' && Object.keys(further).length === 0) return transactions;
  const isLeft = furtherFilter(further);
  return transactions.filter(
    (transaction) =>
      (!start || new Date(transaction.date) >= start) && isLeft(transaction) && matchesSearch(transaction, q),
  );
}

function furtherFilter({ currency, status, ...days }: FurtherFilters) {
  const { since, until } = periodOf(days);
  return (line: Transaction) =>
    (currency === undefined || line.currency === currency) &&
    (status === undefined || line.status === status) &&
    (!since || new Date(line.date) >= since) &&
    (!until || new Date(line.date) < until);
}

/** The moments between which the days lie, in the reader's own time zone. */
export const periodOf = ({ from, to }: Pick<FurtherFilters, 'from' | 'to'>) => ({
  since: from === undefined ? undefined : midnightOf(from),
  until: to === undefined ? undefined : daysBefore(midnightOf(to), -1),
});

const midnightOf = (day: string) => new Date(`${day}T00:00:00`);

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
