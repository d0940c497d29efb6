import { formatAmount } from '@florin/money';
import type { Transaction as Sent } from './activity.ts';
import { fromExact } from './exact.ts';

type Counter = 'counter_currency' | 'counter_amount_exact';
type Searched =
  | 'id'
  | 'description'
  | 'counterparty'
  | 'to'
  | 'from'
  | 'note'
  | 'payment_method'
  | 'crypto'
  | 'crypto_name'
  | 'currency'
  | 'amount_exact';
/** The fields that are searched. Another server may leave out the counter amount. */
type Transaction = Pick<Sent, Searched> & Partial<Pick<Sent, Counter>>;

/**
 * Whether a transaction contains every word of the text: in its description, people, note, payment method, coin, amount
 * (as displayed, with its sign) or id. The history page and the export share this function.
 */
export function matchesSearch(transaction: Transaction, text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0) return true;
  const searched = searchTextOf(transaction);
  return words.every((word) => searched.includes(word));
}

// Each keystroke searches thousands of transactions, so the words of the query and the text of each transaction are
// cached.
let latest: { readonly text: string; readonly words: readonly string[] } = { text: '', words: [] };

function wordsOf(text: string): readonly string[] {
  if (text !== latest.text) latest = { text, words: folded(text).split(/\s+/).filter(Boolean) };
  return latest.words;
}

/** Builds the search texts in advance, so the first keystroke is as fast as later keystrokes. */
export function prepareSearch(transactions: readonly Transaction[]): void {
  for (const transaction of transactions) searchTextOf(transaction);
}

const searchTexts = new WeakMap<Transaction, string>();

function searchTextOf(transaction: Transaction): string {
  const cached = searchTexts.get(transaction);
  if (cached !== undefined) return cached;
  const text = folded(searchedParts(transaction).join(' '));
  searchTexts.set(transaction, text);
  return text;
}

function searchedParts(transaction: Transaction): (string | undefined)[] {
  const { id, currency, crypto, crypto_name: coinName, counter_currency: counterCurrency } = transaction;
  const { description, counterparty, to, from, note, payment_method: method } = transaction;
  const size = fromExact(currency, transaction.amount_exact.replace('-', ''));
  // Pending incoming and failed transactions have the amount 0. Only the counter amount has their size.
  const moved = fromExact(currency, transaction.amount_exact);
  const signed = ['always', 'auto'] as const;
  const amounts = [
    transaction.amount_exact,
    formatAmount(size),
    ...signed.map((sign) => formatAmount(moved, { sign })),
  ];
  const counters = counterTexts(counterCurrency, transaction.counter_amount_exact);
  const texts = [description, counterparty, to, from, note, method];
  return [...texts, crypto, coinName, ...amounts, currency, ...counters, id];
}

function counterTexts(currency: string | undefined, exact: string | undefined): string[] {
  if (currency === undefined || exact === undefined) return [];
  const counter = fromExact(currency, exact);
  return [exact, formatAmount(counter), formatAmount(counter, { sign: 'always' }), currency];
}

/** Removes case, accents and invisible characters, so "lea" finds "Léa". */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
