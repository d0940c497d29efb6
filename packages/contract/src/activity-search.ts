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
/** What is searched of a line; another server need not say what reached the other side. */
type Transaction = Pick<Sent, Searched> & Partial<Pick<Sent, Counter>>;

/**
 * Whether a transaction has each word of the text in it: in its description, people, note, payment method, coin, amount
 * (as it is shown, with its sign) or id. The page and the export find the same, as both ask this.
 */
export function matchesSearch(transaction: Transaction, text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0) return true;
  const searched = searchTextOf(transaction);
  return words.every((word) => searched.includes(word));
}

// Thousands of lines are searched at each key: the words are taken apart once for all of them, and the text of each line
// is put together once.
let latest: { readonly text: string; readonly words: readonly string[] } = { text: '', words: [] };

function wordsOf(text: string): readonly string[] {
  if (text !== latest.text) latest = { text, words: folded(text).split(/\s+/).filter(Boolean) };
  return latest.words;
}

/** Puts the text of lines together that may be searched later, so that the first key of a search is as fast as the next. */
export function prepareSearch(transactions: readonly Transaction[]): void {
  for (const transaction of transactions) searchTextOf(transaction);
}

const searchTexts = new WeakMap<Transaction, string>();

function searchTextOf(transaction: Transaction): string {
  const known = searchTexts.get(transaction);
  if (known !== undefined) return known;
  const text = folded(searchedParts(transaction).join(' '));
  searchTexts.set(transaction, text);
  return text;
}

function searchedParts(transaction: Transaction): (string | undefined)[] {
  const { id, currency, crypto, crypto_name: coinName, counter_currency: counterCurrency } = transaction;
  const { description, counterparty, to, from, note, payment_method: method } = transaction;
  const size = fromExact(currency, transaction.amount_exact.replace('-', ''));
  // What is pending and coming in, or came to nothing, changed nothing: its size is in the counter amount alone.
  const moved = fromExact(currency, transaction.amount_exact);
  const signed = ['always', 'auto'] as const;
  const amounts = [
    transaction.amount_exact,
    formatAmount(size),
    ...signed.map((sign) => formatAmount(moved, { sign })),
  ];
  const counters = counterTexts(counterCurrency, transaction.counter_amount_exact);
  const ofPeople = [description, counterparty, to, from, note, method];
  return [...ofPeople, crypto, coinName, ...amounts, currency, ...counters, id];
}

function counterTexts(currency: string | undefined, exact: string | undefined): string[] {
  if (currency === undefined || exact === undefined) return [];
  const counter = fromExact(currency, exact);
  return [exact, formatAmount(counter), formatAmount(counter, { sign: 'always' }), currency];
}

/** Without case, accents and the invisible marks that are copied along, so that "lea" finds Léa. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
