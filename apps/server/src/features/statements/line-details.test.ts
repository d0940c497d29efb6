import type { Transaction } from '@florin/contract';
import { expect, test } from 'vitest';
import { detailsOf } from './line-details.ts';

const line = (more: Partial<Transaction>): Transaction => ({
  id: '1042-7',
  type: 'exchange',
  amount: -100,
  amount_exact: '-100.00',
  currency: 'USD',
  fee: 0.5,
  fee_exact: '0.50',
  counter_amount: 92.83,
  counter_amount_exact: '92.83',
  counter_currency: 'EUR',
  status: 'completed',
  date: '2026-10-24T09:12:00.000Z',
  description: 'Exchanged USD to EUR',
  timeline: [],
  can_cancel: false,
  ...more,
});
const coins = { counter_currency: 'BTC', counter_amount_exact: '0.00156250', crypto: 'BTC', usd_per_coin: '64000.00' };

test.each([
  [
    "an exchange's paying side has the received amount and the rate",
    { rate: '0.928300' },
    'Received €92.83',
    '1 USD = 0.928300 EUR',
  ],
  [
    "an exchange's receiving side has the paid amount and the rate",
    {
      amount_exact: '92.83',
      currency: 'EUR' as const,
      counter_currency: 'USD',
      counter_amount_exact: '100.00',
      rate: '1.077238',
    },
    'Paid $100.00',
    '1 EUR = 1.077238 USD',
  ],
  [
    'a purchase has its coins and their price',
    { ...coins, type: 'buy_crypto' as const },
    'Coins 0.00156250 BTC',
    '1 BTC = 64,000.00 USD',
  ],
  [
    'a send has its recipient and note',
    {
      type: 'send' as const,
      counter_currency: 'USD',
      counter_amount_exact: '98.00',
      to: 'jonas@florin.example',
      note: 'Rent',
    },
    'jonas@florin.example',
    'Rent',
  ],
])('shows on a statement that %s, after the id', (_, more, ...details) => {
  expect(detailsOf(line(more))).toEqual(['1042-7', ...details]);
});
