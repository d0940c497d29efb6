import { endpoints, type Transaction } from '@florin/contract';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFundsInEachCurrency, liveALittle } from '../../../test/live-a-little.ts';
import { historyIn } from '../../../test/history-in.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { databaseOf } from '../../../test/member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { openIdentities, authenticator } from '../identity/index.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [ines] = await liveALittle(florin);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

type Query = { type?: Transaction['type']; limit?: number };

const all = ({ client }: TestMember, query: Query = {}) =>
  client.call(endpoints.listTransactions, { query: { ...query, limit: 500 } });

/** Reads all pages as a caller who follows the Link header. */
async function pages({ client }: TestMember, query: Query, between: () => Promise<unknown> = async () => undefined) {
  const read: Transaction[][] = [];
  let next: string | null = null;
  do {
    const page: { items: Transaction[]; next: string | null } = await client.page(endpoints.listTransactions, {
      query: next === null ? query : { ...query, cursor: next },
    });
    read.push(page.items);
    next = page.next;
    await between();
  } while (next !== null && read.length < 200);
  return read;
}

describe('the pages of the history', () => {
  test.each([1, 2, 7, 23, 50, 499])('covers the history once and in order with pages of %i lines', async (limit) => {
    const read = await pages(ines, { limit });
    expect(read.flat()).toEqual(await all(ines));
    for (const page of read.slice(0, -1)) expect(page).toHaveLength(limit);
    expect(read.at(-1)?.length).toBeGreaterThan(0);
  });

  test('pages through one type once and in order', async () => {
    expect((await pages(ines, { type: 'receive', limit: 4 })).flat()).toEqual(await all(ines, { type: 'receive' }));
    expect((await pages(ines, { type: 'deposit', limit: 3 })).flat()).toEqual(await all(ines, { type: 'deposit' }));
  });

  test('ignores lines that arrive between pages', async () => {
    const before = await all(ines);
    expect((await pages(ines, { limit: 9 }, () => addFundsInEachCurrency(ines))).flat()).toEqual(before);
  });

  test("keeps the order when a wallet's first line arrives between pages", async () => {
    const jonas = await florin.signUpWith('10.00');
    const [card] = await jonas.client.call(endpoints.listPaymentMethods);
    const add = (currency: 'USD' | 'EUR') =>
      jonas.client.call(endpoints.addFunds, { body: { amount: 5, currency, payment_method_id: card?.id ?? '' } });
    await add('USD');
    const before = await all(jonas);
    expect((await pages(jonas, { limit: 1 }, () => add('EUR'))).flat()).toEqual(before);
  });

  test('links to the next page with the same query, and not from the last page', async () => {
    const ask = (url: string) => florin.app.http.inject({ url, headers: { authorization: `Bearer ${ines.token}` } });
    const first = await ask('/api/transactions?type=send&limit=10');
    expect(first.headers['link']).toMatch(/^<\/api\/transactions\?type=send&limit=10&cursor=[\w.]+>; rel="next"$/);
    const last = await ask('/api/transactions?type=send&limit=500');
    expect(last.headers['link']).toBeUndefined();
  });

  test.each(['', 'x', '1.2.3', '1.2.3.4.5.6.7.8.9', '1.2.3.-4', 'n.n.n', 'A.B.C.D', '1.2.3.zzzzzzzzzzzzz', '...'])(
    'rejects the invalid cursor %j',
    async (cursor) => {
      await expect(ines.client.call(endpoints.listTransactions, { query: { cursor } })).rejects.toMatchObject(
        refusedWith('invalid_request', { fields: { cursor: expect.any(String) } }),
      );
    },
  );

  test("shows only the member's own lines for another member's cursor", async () => {
    const { next } = await ines.client.page(endpoints.listTransactions, { query: { limit: 5 } });
    const jonas = await florin.signUpWith('10.00');
    const lines = await jonas.client.call(endpoints.listTransactions, { query: { cursor: next ?? '' } });
    const own = new Set((await all(jonas)).map(({ id }) => id));
    expect(lines.every(({ id }) => own.has(id))).toBe(true);
  });

  test.each(['0', '501', '-1', '1.5', 'ten', 'NaN', '1&limit=2'])('rejects the page limit %s', async (limit) => {
    const { statusCode, body } = await florin.app.http.inject({
      url: `/api/transactions?limit=${limit}`,
      headers: { authorization: `Bearer ${ines.token}` },
    });
    expect(statusCode).toBe(422);
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request', fields: { limit: expect.any(String) } });
  });

  test('rejects an unknown transaction type', async () => {
    const { statusCode } = await florin.app.http.inject({
      url: '/api/transactions?type=theft',
      headers: { authorization: `Bearer ${ines.token}` },
    });
    expect(statusCode).toBe(422);
  });
});

test('shows a line only once if it posts between two reads of a page', async () => {
  const { database } = florin;
  const email = 'lea@florin.example';
  const sent = await ines.client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: '1.00' } });
  const lea = await florin.signUp('Léa', email);
  let claimed: Promise<unknown> | undefined;
  /** Runs reads one after the other and claims the money after the first. */
  const pool = new Proxy(databaseOf(florin, ines).pool, {
    get: (target, name) =>
      name === 'query'
        ? async (query: QueryConfig, values?: unknown[]) => {
            if (!query.name?.startsWith('history')) return target.query(query, values);
            if (claimed) await claimed;
            const read = target.query(query);
            claimed ??= read.then(() => florin.confirm(lea));
            return read;
          }
        : Reflect.get(target, name),
  });
  const member = await authenticator(openIdentities(database.pool))(ines.token);
  const history = historyIn(pool, florin);
  const { items } = await history.page(member, { type: 'all', limit: 20, cursor: undefined });
  expect(items.filter(({ id }) => id === sent.id).map(({ status }) => status)).toEqual(['completed']);
});
