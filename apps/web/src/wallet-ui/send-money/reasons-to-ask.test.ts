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
  ['a completed payment', before, 5],
  ['a held payment', { ...before, status: 'pending' }, 5],
  ['a payment 59 seconds ago', sentSecondsAgo(59), 59],
  ['a payment dated in the future', sentSecondsAgo(-30), 0],
])('asks for confirmation when the same amount went to the same address in %s', (_, sent, secondsAgo) => {
  expect(reasonsToAsk(payment, recipient, [sent], now)).toEqual([{ kind: 'repeated', secondsAgo }]);
});

// Rules: send-19
test('a send asks for confirmation when the address resembles a contact, and names the contact', () => {
  const resembles = { name: 'Jonas Weber', email: 'jonas@florin.example' };
  expect(reasonsToAsk(payment, { resembles }, [], now)).toEqual([{ kind: 'resembles', ...resembles }]);
});

test.each<[string, Transaction]>([
  ['a payment a minute ago', sentSecondsAgo(60)],
  ['a payment of another amount', { ...before, counter_amount_exact: '100.01' }],
  ['a payment in another currency', { ...before, counter_currency: 'EUR' }],
  ['a payment to another address', { ...before, to: 'lea@florin.example' }],
  ['a canceled payment', { ...before, status: 'cancelled' }],
  ['a returned payment', { ...before, status: 'returned' }],
])('does not ask for confirmation because of %s', (_, sent) => {
  expect(reasonsToAsk(payment, recipient, [sent], now)).toEqual([]);
});
