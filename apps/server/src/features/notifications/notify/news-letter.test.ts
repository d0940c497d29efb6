import type { Transaction } from '@florin/contract';
import { expect, test } from 'vitest';
import { signInNotification } from '../notifications-by-source.ts';
import { notificationMail, pushMessage } from './news-letter.ts';

test('adds advice to a push message about a sign-in, because it has no link', () => {
  const signIn = { id: '1', device: 'Chrome on Windows', network: '203.0.113.x', at: new Date() };
  expect(pushMessage(signInNotification(signIn), '')).toMatchObject({
    title: 'New sign-in with Chrome on Windows',
    body: 'From the network 203.0.113.x. If this was not you, change your password.',
    path: '/profile',
  });
});

const deposit: Transaction = {
  id: '1-2',
  type: 'deposit',
  amount: 20,
  amount_exact: '20.00',
  currency: 'EUR',
  fee: 0,
  fee_exact: '0.00',
  counter_amount: 20,
  counter_amount_exact: '20.00',
  counter_currency: 'EUR',
  status: 'completed',
  date: '2026-10-24T09:12:00.000Z',
  description: 'Added by bank transfer',
  timeline: [],
  can_cancel: false,
};

test.each([
  ['without facts', undefined, 'Your deposit of €20.00 has arrived.\n\nView in {{brand}}:'],
  ['with facts, which stand between the text and the link', deposit, 'Your deposit of €20.00 has arrived.'],
])('a mail about a notification %s announces only a link that follows', (_, line, body) => {
  const news = {
    id: '1',
    kind: 'deposit_completed',
    title: 'Your deposit of €20.00 has arrived',
    date: deposit.date,
  } as const;
  expect(notificationMail(news, line, '7', 'https://florin.example')).toMatchObject({ body });
});
