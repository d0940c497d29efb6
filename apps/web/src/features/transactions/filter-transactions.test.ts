import type { Transaction } from '@florin/contract';
import { expect, test } from 'vitest';
import { filterTransactions } from './filter-transactions.ts';
import { historyLines } from './history-lines.ts';

const now = new Date(2026, 10, 21, 9, 30);

const line = (id: string, date: Date, rest: Partial<Transaction> = {}): Transaction => ({
  id,
  type: 'send',
  amount: -1020,
  amount_exact: '-1020.00',
  currency: 'USD',
  fee: 20,
  fee_exact: '20.00',
  counter_amount: 1000,
  counter_amount_exact: '1000.00',
  counter_currency: 'USD',
  status: 'completed',
  date: date.toISOString(),
  description: 'Sent to Jonas Weber',
  timeline: [{ step: 'completed', at: date.toISOString() }],
  can_cancel: false,
  balance_after: 0,
  balance_after_exact: '0.00',
  ...rest,
});

const byDate = [
  line('this morning', new Date(2026, 10, 21, 0, 5)),
  line('last night', new Date(2026, 10, 20, 23, 55)),
  line('a week ago, later in the day', new Date(2026, 10, 14, 9, 31)),
  line('a week ago, earlier in the day', new Date(2026, 10, 14, 9, 29)),
  line('first of the month', new Date(2026, 10, 1, 0, 0)),
  line('last month', new Date(2026, 9, 31, 23, 59)),
  line('this month of last year', new Date(2025, 10, 21, 9, 30)),
];
const idsWith = (time: 'today' | 'week' | 'month') => filterTransactions(byDate, { time }, now).map(({ id }) => id);

test.each(['🍕', '👨‍👩‍👧‍👦', '👍🏽', '❤️'])('filterTransactions finds a note by its emoji %s', (emoji) => {
  const lines = [line('with', now, { note: `Lunch ${emoji} today` }), line('without', now, { note: 'Lunch 🥗' })];
  expect(filterTransactions(lines, { q: emoji }, now).map(({ id }) => id)).toEqual(['with']);
});

test('filterTransactions includes the whole first and last day of a period', () => {
  const idsIn = (days: { from?: string; to?: string }) => filterTransactions(byDate, days, now).map(({ id }) => id);
  expect(idsIn({ from: '2026-11-21' })).toEqual(['this morning']);
  expect(idsIn({ from: '2026-11-20', to: '2026-11-20' })).toEqual(['last night']);
  expect(idsIn({ to: '2026-10-31' })).toEqual(['last month', 'this month of last year']);
});

test('filterTransactions also filters by currency and status in the browser', () => {
  const lines = [
    line('euros', now, { currency: 'EUR' }),
    line('waiting', now, { status: 'pending' }),
    line('dollars', now),
  ];
  const idsOf = (filters: Parameters<typeof filterTransactions>[1]) =>
    filterTransactions(lines, filters, now).map(({ id }) => id);
  expect(idsOf({ currency: 'EUR' })).toEqual(['euros']);
  expect(idsOf({ status: 'pending' })).toEqual(['waiting']);
});

test('the Today filter covers the calendar day', () => {
  expect(idsWith('today')).toEqual(['this morning']);
});

test('the This week filter covers the last seven days', () => {
  expect(idsWith('week')).toEqual(['this morning', 'last night', 'a week ago, later in the day']);
});

test('the This month filter excludes the same month of last year', () => {
  expect(idsWith('month')).toEqual(byDate.slice(0, 5).map(({ id }) => id));
});

const searched = [
  line('send', now, { counterparty: 'Léa Moreau', to: 'lea.moreau@florin.example', note: 'Museum' }),
  line('buy', now, { description: 'Bought Bitcoin', crypto: 'BTC', crypto_name: 'Bitcoin', amount_exact: '-507.50' }),
  line('returned', now, {
    type: 'withdrawal',
    description: 'Withdrawn',
    amount_exact: '0.00',
    counter_amount_exact: '73.10',
  }),
];

test.each([
  ['a name, without its accent', 'lea', ['send']],
  ['an email', 'moreau@florin', ['send']],
  ['a note', 'museum', ['send']],
  ['a coin', 'btc', ['buy']],
  ['a description', 'bought', ['buy']],
  ['an amount in full', '$1,020.00', ['send']],
  ['an amount in digits', '1020', ['send']],
  ['a returned transaction by its original amount', '73.10', ['returned']],
  ['several words', 'museum lea', ['send']],
  ['nothing for words of different transactions', 'museum btc', []],
])('the transaction search finds %s', (_what, q, ids) => {
  expect(filterTransactions(searched, { q }, now).map(({ id }) => id)).toEqual(ids);
});

test('historyLines adds one heading per day', () => {
  const lines = historyLines(byDate, now);
  expect(lines.flatMap((each) => (each.kind === 'day' ? [each.heading] : []))).toEqual([
    'Today',
    'Yesterday',
    'Sat, Nov 14',
    'Sun, Nov 1',
    'Sat, Oct 31',
    'Fri, Nov 21, 2025',
  ]);
});

test.each(['−$1,020.00', '−$1,020.00 USD', '-1020.00', '$1,020.00', '\u202d−$1,020.00\u202c', '0191f2c8-77aa'])(
  'the transaction search finds the text %j copied from a transaction',
  (q) => {
    const lines = [line('0191f2c8-77aa-7000-8000-000000000001', now), line('another', now, received)];
    expect(filterTransactions(lines, { q }, now).map(({ id }) => id)).toEqual([lines[0]?.id]);
    expect(filterTransactions(lines, { q: '+€5.00' }, now).map(({ id }) => id)).toEqual(['another']);
  },
);

const received: Partial<Transaction> = {
  type: 'receive',
  amount_exact: '5.00',
  currency: 'EUR',
  counter_amount_exact: '5.00',
  counter_currency: 'EUR',
};
