import { endpoints } from '@florin/contract';
import { describe, expect, test } from 'vitest';
import { coinOf } from '../../../test/coin-of.ts';
import { holdingOf } from '../../../test/holding-of.ts';
import { ines } from '../../../test/ines.ts';
import { heldSendOf } from '../../../test/transaction-of.ts';
import { AnswerUnreadable } from './read-value.ts';
import { readAnswer } from './read-answer.ts';

// Entities with only the specification's fields.
const user = { name: 'Ines', email: 'i@x.example', avatar: '', verified: true, balances: { usd: 1.5, eur: 0, gbp: 2 } };
const line = {
  id: 7,
  type: 'send',
  amount: -12.5,
  currency: 'USD',
  status: 'completed',
  date: '2026-01-02',
  description: 'Rent',
  to: 'a@b.example',
};
const coin = { symbol: 'BTC', name: 'Bitcoin', icon: '', price: 0.00001234, change: -1, marketCap: 1 };
const holding = { symbol: 'BTC', name: 'Bitcoin', icon: '', amount: 0.1, value: 10, change: 1 };
const kyc = { status: 'pending', level: 1, limits: { daily: 1000, monthly: '5000' } };

const readings = [
  ['me', user],
  ['login', { token: 't', user }],
  ['listTransactions', [line]],
  ['listCoins', [coin]],
  ['getPortfolio', [holding]],
  ['getKycStatus', kyc],
] as const;

describe("a response with only the specification's fields", () => {
  // Rules: api-20
  test.each(readings)("readAnswer accepts a response with only the specification's fields: %s", (name, json) => {
    expect(() => readAnswer(endpoints[name], json)).not.toThrow();
  });

  test('readAnswer derives the exact decimals from the numbers', () => {
    expect(readAnswer(endpoints.me, user)).toMatchObject({
      balances: { usd_exact: '1.50', eur_exact: '0.00', gbp_exact: '2.00' },
      kyc_level: 2,
    });
    expect(readAnswer(endpoints.listTransactions, [line])).toMatchObject([{ id: '7', amount_exact: '-12.50' }]);
    expect(readAnswer(endpoints.listCoins, [coin])).toMatchObject([{ price_exact: '0.00001234' }]);
    expect(readAnswer(endpoints.getPortfolio, [holding])).toMatchObject([
      { amount_exact: '0.10000000', value_exact: '10.00' },
    ]);
    expect(readAnswer(endpoints.getKycStatus, kyc)).toMatchObject({ limits: { monthly_exact: '5000.00' } });
  });

  // Rules: api-18
  test('an unknown transaction type reads as a sale and an unknown currency as pounds', () => {
    const strange = { ...line, type: 'gift', currency: 'JPY', status: 'frozen', more: 1 };
    expect(readAnswer(endpoints.listTransactions, [strange])).toMatchObject([
      { type: 'sell_crypto', currency: 'GBP', status: 'frozen' },
    ]);
    expect(readAnswer(endpoints.getKycStatus, { ...kyc, status: 'approved soon' })).toMatchObject({ status: 'none' });
  });

  // Rules: kyc-12
  test('a KYC status other than verified reads as none without a submission time', () => {
    const submitted_at = '2026-01-02T10:00:00Z';
    const statusOf = (fields: object) => readAnswer(endpoints.getKycStatus, { ...kyc, ...fields });
    expect(statusOf({ status: 'verified' })).toMatchObject({ status: 'verified' });
    for (const status of ['pending', 'needs_more', 'denied']) {
      expect(statusOf({ status })).toMatchObject({ status: 'none' });
      expect(statusOf({ status, submitted_at })).toMatchObject({ status });
      expect(statusOf({ status, submitted_at, decided_at: '2026-02-30T10:00:00Z' })).toMatchObject({
        decided_at: null,
      });
    }
  });

  test.each([{ timeline: 'soon' }, { timeline: [{ step: 'on the moon', at: null }] }, { timeline: [null] }])(
    'an unreadable list beyond the specification reads as empty: %j',
    (strange) => {
      expect(readAnswer(endpoints.listTransactions, [{ ...line, ...strange }])).toMatchObject([{ timeline: [] }]);
      const reasons = strange.timeline;
      expect(readAnswer(endpoints.getKycStatus, { ...kyc, reasons })).toMatchObject({ reasons: [] });
    },
  );
});

const nonsense = [undefined, null, '', 'text', 7, true, {}, [[]], [null], ['text'], [{}]];

// Rules: api-20
test.each(readings)('readAnswer throws AnswerUnreadable for an invalid response: %s', (name) => {
  for (const json of nonsense) expect(() => readAnswer(endpoints[name], json)).toThrow(AnswerUnreadable);
});

test.each([
  { amount: 'a lot' },
  { amount: null },
  { date: 'never' },
  { date: '2026-02-30T10:00:00Z' },
  { amount: Number.NaN },
])('readAnswer rejects a transaction with %j', (part) => {
  expect(() => readAnswer(endpoints.listTransactions, [{ ...line, ...part }])).toThrow(AnswerUnreadable);
});

test.each(['sendMoney', 'buyCoins', 'sellCoins', 'submitKyc'] as const)(
  'readAnswer accepts any body of a successful command: %s',
  (name) => {
    for (const json of nonsense) expect(() => readAnswer(endpoints[name], json)).not.toThrow();
  },
);

test("a response with more than the specification must have the contract's shape", () => {
  for (const json of [undefined, null, {}, '<html>', [{}]])
    expect(() => readAnswer(endpoints.listWallets, json)).toThrow(AnswerUnreadable);
  expect(readAnswer(endpoints.listWallets, [])).toEqual([]);
});

test("readAnswer keeps every field of our own server's responses", () => {
  const { symbol, name, icon, price, price_exact, change, updated_at, paused, marketCap, kind, source } = coinOf();
  const listed = { symbol, name, icon, price, price_exact, change, updated_at, paused, marketCap, kind, source };
  expect(readAnswer(endpoints.me, { ...ines, has_factor: true })).toEqual({ ...ines, has_factor: true });
  expect(readAnswer(endpoints.getPortfolio, [holdingOf()])).toEqual([holdingOf()]);
  expect(readAnswer(endpoints.listCoins, [listed])).toEqual([listed]);
  const sent = heldSendOf({ note: 'Lunch', reserved: 25.5, reserved_exact: '25.50' });
  expect(readAnswer(endpoints.listTransactions, [sent])).toEqual([sent]);
  const sold = {
    usd_amount: 10,
    usd_amount_exact: '10.00',
    payout: { currency: 'EUR', amount: 9, amount_exact: '9.00' },
  };
  expect(readAnswer(endpoints.sellCoins, sold)).toEqual(sold);
});
