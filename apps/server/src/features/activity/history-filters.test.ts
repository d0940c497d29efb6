import { endpoints, type CallOf, type Endpoints, type Transaction } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  ines = await florin.signUpWith('1000.00');
  const card = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const add = (amount: string, currency: 'EUR' | 'GBP' | 'USD', payment_method_id: string) =>
    ines.client.call(endpoints.addFunds, { body: { amount, currency, payment_method_id } });
  await add('50.00', 'EUR', card.id);
  await add('40.00', 'GBP', bank.id); // pending at the bank
  const send = (recipient_email: string) =>
    ines.client.call(endpoints.sendMoney, { body: { recipient_email, amount: '1.00' } });
  const lea = await florin.signUp();
  for (let n = 0; n < 3; n++) await send(lea.user.email);
  await send('nobody@florin.example');
  const { id } = await send('nobody@florin.example');
  await ines.client.call(endpoints.cancelTransaction, { params: { id } });
  await ines.client.call(endpoints.buyCoins, {
    body: { crypto_symbol: 'BTC', amount_usd: '20', payment_method_id: 'eur_balance' },
  });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

type Query = CallOf<Endpoints['listTransactions']>['query'];
const page = (query: Query) => ines.client.page(endpoints.listTransactions, { query });

/** Reads all pages of two lines and the total from the first page. */
async function all(query: Query): Promise<{ lines: Transaction[]; total: number | undefined }> {
  const lines: Transaction[] = [];
  let cursor: string | null = null;
  let total: number | undefined;
  do {
    const fetched: Awaited<ReturnType<typeof page>> = await page({ ...query, limit: 2, ...(cursor && { cursor }) });
    lines.push(...fetched.items);
    total ??= fetched.total;
    cursor = fetched.next;
  } while (cursor !== null);
  return { lines, total };
}

/** Checks that all pages contain the filtered lines of the whole history, and that the total matches. */
async function expectFiltered(query: Query, isLeft: (line: Transaction) => boolean) {
  const whole = (await page({ limit: 500 })).items;
  const { lines, total } = await all(query);
  const ids = (some: readonly Transaction[]) => some.map(({ id }) => id);
  expect(ids(lines)).toEqual(ids(whole.filter(isLeft)));
  expect(total).toBe(lines.length);
  return lines;
}

describe('history filters', () => {
  test.each(['USD', 'EUR', 'GBP'] as const)('filters the history by currency: %s', async (currency) => {
    const lines = await expectFiltered({ currency }, (line) => line.currency === currency);
    expect(lines.length).toBeGreaterThan(0);
  });

  test.each(['completed', 'pending', 'cancelled'] as const)('filters the history by status: %s', async (status) => {
    const lines = await expectFiltered({ status }, (line) => line.status === status);
    expect(lines.length).toBeGreaterThan(0);
  });

  test('returns no lines for a status without lines', async () => {
    expect(await all({ status: 'returned' })).toEqual({ lines: [], total: 0 });
  });

  test('filters by a period that includes its start and excludes its end', async () => {
    const whole = (await page({ limit: 500 })).items;
    const [first, last] = [whole.at(-3)?.date ?? '', whole[2]?.date ?? ''];
    await expectFiltered({ since: first }, ({ date }) => date >= first);
    await expectFiltered({ until: last }, ({ date }) => date < last);
    const lines = await expectFiltered({ since: first, until: last }, ({ date }) => date >= first && date < last);
    expect(lines.length).toBeGreaterThan(0);
  });

  // Rules: transactions-10
  test('combines several history filters', async () => {
    await expectFiltered(
      { type: 'send', status: 'pending', currency: 'USD' },
      ({ type, status }) => type === 'send' && status === 'pending',
    );
    await expectFiltered(
      { type: 'exchange', currency: 'EUR' },
      ({ type, currency }) => type === 'exchange' && currency === 'EUR',
    );
    expect((await all({ type: 'send', currency: 'GBP' })).lines).toEqual([]);
  });

  test('combines a coin filter with other filters', async () => {
    const [bought] = (await page({ crypto: 'BTC' })).items;
    expect(bought).toBeDefined();
    expect((await page({ crypto: 'BTC', currency: 'USD', status: 'completed', since: bought?.date })).items).toEqual([
      bought,
    ]);
    for (const filter of [{ currency: 'EUR' }, { status: 'pending' }, { until: bought?.date }] as const)
      expect((await page({ crypto: 'BTC', ...filter })).items).toEqual([]);
  });
});

describe('invalid history filters', () => {
  test('rejects a period that ends before it begins', async () => {
    const query = { since: '2026-02-01T00:00:00.000Z', until: '2026-01-01T00:00:00.000Z' };
    await expect(page(query)).rejects.toMatchObject(
      refusedWith('invalid_request', { fields: { until: 'The end of the period must be after its start.' } }),
    );
  });

  test.each([
    ['currency=JPY', 'currency'],
    ['status=lost', 'status'],
    ['since=yesterday', 'since'],
    ['until=2026-13-45', 'until'],
  ])('rejects the filter %s with a readable sentence', async (query, field) => {
    const url = `/api/transactions?${query}`;
    const answer = await florin.app.http.inject({ url, headers: { authorization: `Bearer ${ines.token}` } });
    expect(answer.statusCode).toBe(422);
    const { detail, fields } = answer.json<{ detail: string; fields: Record<string, string> }>();
    expect(Object.keys(fields)).toEqual([field]);
    expect(detail).toMatch(/^[A-Z].*\.$/);
    expect(detail).not.toMatch(/expected|invalid_|zod|enum/i);
  });
});
