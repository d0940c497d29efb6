import type { Transaction } from '@florin/contract';
import { amountOf } from '@florin/money';
import { expect, test } from 'vitest';
import { reasonsToAsk } from './reasons-to-ask.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const payment = { to: 'Jonas@florin.example', amount: amountOf('USD', 100_00n), note: '' };
const recipient = {
  email: 'jonas@florin.example',
  registered: true,
  name: 'Jonas Weber',
  contact_name: null,
  known: true,
  resembles: null,
};

const sentSecondsAgo = (seconds: number): Transaction => ({
  id: '3',
  type: 'send',
  amount: -102,
  amount_exact: '-102.00',
  currency: 'USD',
  fee: 2,
  fee_exact: '2.00',
  counter_amount: 100,
  counter_amount_exact: '100.00',
  counter_currency: 'USD',
  status: 'completed',
  date: new Date(now - seconds * 1000).toISOString(),
  description: 'Sent to Jonas Weber',
  to: recipient.email,
  timeline: [],
  can_cancel: false,
});
const before = sentSecondsAgo(5);

test.each<[string, Transaction, number]>([
  ['that went through', before, 5],
  ['that is held', { ...before, status: 'pending' }, 5],
  ['just under a minute ago', sentSecondsAgo(59), 59],
  ['that seems to be in the future', sentSecondsAgo(-30), 0],
])('the same payment %s is a reason to ask', (_, sent, secondsAgo) => {
  expect(reasonsToAsk(payment, recipient, [sent], now)).toEqual([{ kind: 'repeated', secondsAgo }]);
});

// Rules: send-19
test('an address that looks like one that was paid before is a reason to ask, and says which', () => {
  const resembles = { name: 'Jonas Weber', email: 'jonas@florin.example' };
  expect(reasonsToAsk(payment, { resembles }, [], now)).toEqual([{ kind: 'resembles', ...resembles }]);
});

test.each<[string, Transaction]>([
  ['a minute ago', sentSecondsAgo(60)],
  ['of another amount', { ...before, counter_amount_exact: '100.01' }],
  ['in another currency', { ...before, counter_currency: 'EUR' }],
  ['to somebody else', { ...before, to: 'lea@florin.example' }],
  ['that was called back', { ...before, status: 'cancelled' }],
  ['that came back', { ...before, status: 'returned' }],
])('a payment %s is none', (_, sent) => {
  expect(reasonsToAsk(payment, recipient, [sent], now)).toEqual([]);
});
