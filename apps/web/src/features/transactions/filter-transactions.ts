import { matchesSearch } from '@florin/contract';
import type { Transaction } from '../../api/read/answers.ts';
import { daysBefore, firstOfMonth } from './calendar.ts';
import type { ExtraFilters, HistorySearch, TimeFilter } from './history-search.ts';

/**
 * Applies all filters except the type, which the server applies. The server also filters by currency, status and days.
 * A server with only the specification's calls does not, so this function repeats these filters.
 */
export function filterTransactions(
  transactions: readonly Transaction[],
  { time, q = '', ...extra }: Omit<HistorySearch, 'type' | 'id'>,
  now: Date,
): readonly Transaction[] {
  const start = time && startOf(time, now);
  if (!start && q.trim() === '' && Object.keys(extra).length === 0) return transactions;
  const matchesExtra = extraFilter(extra);
  return transactions.filter(
    (transaction) =>
      (!start || new Date(transaction.date) >= start) && matchesExtra(transaction) && matchesSearch(transaction, q),
  );
}

function extraFilter({ currency, status, ...days }: ExtraFilters) {
  const { since, until } = periodOf(days);
  return (line: Transaction) =>
    (currency === undefined || line.currency === currency) &&
    (status === undefined || line.status === status) &&
    (!since || new Date(line.date) >= since) &&
    (!until || new Date(line.date) < until);
}

/** Returns the start and the exclusive end of a range of days, in the browser's time zone. */
export const periodOf = ({ from, to }: Pick<ExtraFilters, 'from' | 'to'>) => ({
  since: from === undefined ? undefined : midnightOf(from),
  until: to === undefined ? undefined : daysBefore(midnightOf(to), -1),
});

const midnightOf = (day: string) => new Date(`${day}T00:00:00`);

/** Returns the start of a time filter: midnight today, seven days ago, or the first of this month. */
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
