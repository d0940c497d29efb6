import { endpoints, type Transaction } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveALittle } from '../../../test/live-a-little.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [ines, jonas] = await liveALittle(florin);
  const [card] = await ines.client.call(endpoints.listPaymentMethods);
  const body = { crypto_symbol: 'ETH', amount_usd: '12.00', payment_method_id: card?.id ?? '' };
  await ines.client.call(endpoints.buyCoins, { body });
  await jonas.client.call(endpoints.buyCoins, { body: { ...body, payment_method_id: 'usd_balance' } });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

type Query = { crypto?: string; type?: Transaction['type']; limit?: number; cursor?: string };

const history = ({ client }: TestMember, query: Query) =>
  client.call(endpoints.listTransactions, { query: { limit: 500, ...query } });

describe('the history of one coin', () => {
  test.each(['BTC', 'ETH'])('lists the trades of %s exactly as in the whole history', async (crypto) => {
    const trades = (await history(ines, {})).filter((line) => line.crypto === crypto);
    expect(trades.length).toBeGreaterThan(0);
    expect(await history(ines, { crypto })).toEqual(trades);
  });

  test('shows a card purchase once, without its charge', async () => {
    const lines = await history(ines, { crypto: 'ETH' });
    expect(lines.map(({ type }) => type)).toEqual(['buy_crypto']);
  });

  test("pages through a coin's history once and in order", async () => {
    const all = await history(ines, { crypto: 'BTC' });
    const read: Transaction[] = [];
    let next: string | null = null;
    do {
      const query: Query = { crypto: 'BTC', limit: 5, ...(next !== null && { cursor: next }) };
      const page: { items: Transaction[]; next: string | null } = await ines.client.page(endpoints.listTransactions, {
        query,
      });
      read.push(...page.items);
      next = page.next;
    } while (next !== null);
    expect(read).toEqual(all);
  });

  test("filters a coin's history by type", async () => {
    const sold = (await history(ines, { crypto: 'BTC' })).filter(({ type }) => type === 'sell_crypto');
    expect(await history(ines, { crypto: 'BTC', type: 'sell_crypto' })).toEqual(sold);
    expect(await history(ines, { crypto: 'BTC', type: 'send' })).toEqual([]);
  });

  test('returns an empty history for an untraded or unknown coin', async () => {
    expect(await history(ines, { crypto: 'SOL' })).toEqual([]);
    expect(await history(ines, { crypto: 'NOSUCH' })).toEqual([]);
  });

  test("accepts a lower-case coin and shows only the member's own trades", async () => {
    expect(await history(jonas, { crypto: 'eth' })).toHaveLength(1);
    expect(await history(jonas, { crypto: 'BTC' })).toEqual([]);
  });

  test('rejects a cursor of the whole history', async () => {
    const { next } = await ines.client.page(endpoints.listTransactions, { query: { limit: 5 } });
    await expect(history(ines, { crypto: 'BTC', cursor: next ?? '' })).rejects.toMatchObject(
      refusedWith('invalid_request', { fields: { cursor: expect.any(String) } }),
    );
  });
});
