import type { Transaction } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { fromExact } from '../../api/exact.ts';
import { daysBefore, firstOfMonth } from './calendar.ts';
import type { HistorySearch, TimeFilter } from './history-search.ts';

/** The filters that are applied here; the type is the server's to apply. */
export function filterTransactions(
  transactions: readonly Transaction[],
  { time, q = '' }: Pick<HistorySearch, 'time' | 'q'>,
  now: Date,
): readonly Transaction[] {
  const words = folded(q).split(/\s+/).filter(Boolean);
  const start = time && startOf(time, now);
  if (!start && words.length === 0) return transactions;
  return transactions.filter((transaction) => {
    if (start && new Date(transaction.date) < start) return false;
    const text = words.length > 0 ? searchTextOf(transaction) : '';
    return words.every((word) => text.includes(word));
  });
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

// Thousands of lines are searched at each key: the text of each is put together once.
const searchTexts = new WeakMap<Transaction, string>();

function searchTextOf(transaction: Transaction): string {
  const known = searchTexts.get(transaction);
  if (known !== undefined) return known;
  const text = folded(searchedParts(transaction).join(' '));
  searchTexts.set(transaction, text);
  return text;
}

function searchedParts(transaction: Transaction): (string | undefined)[] {
  const { currency, crypto, crypto_name: coinName } = transaction;
  const { description, counterparty, to, from, note, payment_method: method } = transaction;
  const size = fromExact(currency, transaction.amount_exact.replace('-', ''));
  const amounts = [transaction.amount_exact, formatAmount(size), currency, transaction.crypto_amount_exact];
  return [description, counterparty, to, from, note, method, crypto, coinName, ...amounts];
}

/** Without case and accents, so that "lea" finds Léa. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
