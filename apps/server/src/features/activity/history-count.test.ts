import { endpoints, transactionTypes, type TransactionType } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  ines = await florin.signUpWith('1000.00');
  const lea = await florin.signUp('Léa', 'lea@florin.example');
  const send = (recipient_email: string) =>
    ines.client.call(endpoints.sendMoney, { body: { recipient_email, amount: '1.00' } });
  for (let n = 0; n < 3; n++) await send(lea.user.email);
  await send('nobody@florin.example');
  const { id } = await send('nobody@florin.example');
  await ines.client.call(endpoints.cancelTransaction, { params: { id } });
  await ines.client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '50' } });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

type Asked = { type?: TransactionType | 'all'; limit?: number; cursor?: string };
const page = (query: Asked) => ines.client.page(endpoints.listTransactions, { query });

// Rules: transactions-2
test.each(['all', ...transactionTypes] as const)(
  'counts all lines of the type on the first page, pending ones included: %s',
  async (type) => {
    const { items, total } = await page({ type, limit: 500 });
    expect(total).toBe(items.length);
    expect((await page({ type, limit: 1 })).total).toBe(items.length);
  },
);

test('counts pending and canceled lines', async () => {
  const { items, total } = await page({ type: 'send', limit: 500 });
  expect([total, items.map(({ status }) => status).toSorted()]).toEqual([
    5,
    ['cancelled', 'completed', 'completed', 'completed', 'pending'],
  ]);
});

test('returns no total on later history pages', async () => {
  const { next } = await page({ limit: 2 });
  expect((await page({ limit: 2, cursor: next ?? '' })).total).toBeUndefined();
});
