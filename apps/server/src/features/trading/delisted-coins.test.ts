import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeEach, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inAllLedgers } from '../../../test/all-ledgers.ts';
import { movingFeed } from '../../../test/moving-feed.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

const market = movingFeed({ BTC: '50000.00' });
let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  market.set('OLD', '20.00');
  florin = await createTestApp({}, { feed: market.feed });
});
/** Buys 0.01 BTC and 10 units of a coin that is then delisted. */
beforeEach(async () => {
  market.resume();
  market.set('OLD', '20.00');
  await florin.database.ownerPool.query('delete from candles');
  ines = await florin.signUpWith('1000.00');
  await florin.database.ownerPool.query(`update users set plan = 'business' where id = $1`, [ines.user.id]);
  await buy('BTC', '500.00');
  await buy('OLD', '200.00');
  // Shifted by half an hour, so that the last past point is 30 minutes old and not in the second of the test.
  await inAllLedgers(
    florin,
    `update ledger.journal_entries set recorded_at = recorded_at - interval '72.5 hours' where actor = $1`,
    [ines.user.id],
  );
  market.delist('OLD');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const buy = (crypto_symbol: string, amount_usd: string) =>
  ines.client.call(endpoints.buyCoins, { body: { crypto_symbol, amount_usd, payment_method_id: 'usd_balance' } });
const portfolio = () => ines.client.call(endpoints.getPortfolio);
const storePrice = (every: number, ago: string, usd: number) =>
  florin.database.ownerPool.query(
    `insert into candles (every, simulated, symbol, start, open, high, low, close)
     values ($1, true, 'OLD', now() - $2::interval, $3, $3, $3, $3)`,
    [every, ago, usd],
  );
const agoMs = (date = '') => Date.now() - Date.parse(date);
const hour = 3_600_000;

describe('a delisted coin', () => {
  test("shows a delisted coin at its last stored price with the price's time", async () => {
    await storePrice(1440, '20 days', 24);
    await storePrice(60, '30 hours', 25.5);
    await storePrice(1440, '40 hours', 26);
    const [bitcoin, old] = await portfolio();
    expect(bitcoin).toMatchObject({ symbol: 'BTC', value_exact: '500.00', paused: null });
    expect(old).toMatchObject({
      symbol: 'OLD',
      name: 'OLD',
      icon: '/coins/old.svg',
      amount_exact: '10.00000000',
      price_exact: '25.50',
      value_exact: '255.00',
      change: 0,
      paused: 'delisted',
      cost_exact: '203.00',
      unrealized_gain_exact: '52.00',
    });
    expect(agoMs(old?.updated_at) / hour).toBeCloseTo(30, 1);
    expect(await ines.client.call(endpoints.getGains)).toMatchObject({ value_exact: '755.00' });
    const { points } = await ines.client.call(endpoints.getBalanceHistory, { query: { range: '1w' } });
    expect(points.at(-1)?.slice(1)).toEqual([289.5, 755]);
  });

  test("shows a delisted coin at the last trade's price if no price is stored", async () => {
    const [, old] = await portfolio();
    expect(old).toMatchObject({ price_exact: '20.00', value_exact: '200.00', paused: 'delisted' });
    expect(agoMs(old?.updated_at) / hour).toBeCloseTo(72.5, 1);
    expect(await ines.client.call(endpoints.getGains)).toMatchObject({ value_exact: '700.00' });
    for (const range of ['1w', '1y'] as const) {
      const { points } = await ines.client.call(endpoints.getBalanceHistory, { query: { range } });
      expect(points.at(-2)?.slice(1)).toEqual([289.5, 700]);
    }
  });

  test('keeps a sold and delisted coin in gains and balance history', async () => {
    market.set('OLD', '20.00');
    await ines.client.call(endpoints.sellCoins, { body: { crypto_symbol: 'OLD', amount_crypto: '10' } });
    market.delist('OLD');
    expect((await portfolio()).map(({ symbol }) => symbol)).toEqual(['BTC']);
    expect(await ines.client.call(endpoints.getGains)).toMatchObject({ realized_gain_exact: '-5.00' });
    const { points } = await ines.client.call(endpoints.getBalanceHistory, { query: { range: '1w' } });
    expect(points.at(-2)?.slice(1)).toEqual([289.5, 700]);
  });

  test("keeps a delisted coin's transactions in history, receipts and exports", async () => {
    const bought = { crypto: 'OLD', description: 'Bought OLD', crypto_amount_exact: '10.00000000' };
    const [line] = await ines.client.call(endpoints.listTransactions, { query: { crypto: 'OLD' } });
    expect(line).toMatchObject(bought);
    const params = { id: line?.id ?? '' };
    expect(await ines.client.call(endpoints.getTransaction, { params })).toEqual(line);
    expect((await ines.client.open(endpoints.getReceipt, { params })).status).toBe(200);
    const csv = await ines.client.open(endpoints.exportFoundTransactions, { body: { search: 'old' } });
    expect(await csv.text()).toContain('Bought OLD');
  });

  test('rejects trades, quotes and market data of a delisted coin', async () => {
    const params = { symbol: 'OLD' };
    const notFound = refusedWith('coin_not_found');
    await expect(buy('OLD', '5.00')).rejects.toMatchObject(notFound);
    await expect(
      ines.client.call(endpoints.sellCoins, { body: { crypto_symbol: 'OLD', amount_crypto: '1' } }),
    ).rejects.toMatchObject(notFound);
    await expect(
      ines.client.call(endpoints.createQuote, { body: { kind: 'sell', crypto_symbol: 'OLD', amount_crypto: '1' } }),
    ).rejects.toMatchObject(notFound);
    await expect(ines.client.call(endpoints.getCoin, { params })).rejects.toMatchObject(notFound);
    await expect(ines.client.call(endpoints.getCandles, { params, query: {} })).rejects.toMatchObject(notFound);
  });

  test('repeats the answer of a sale after its coin was delisted', async () => {
    market.set('OLD', '20.00');
    const order = { crypto_symbol: 'OLD', amount_crypto: '4' } as const;
    const { id } = await ines.client.call(endpoints.createQuote, { body: { kind: 'sell', ...order } });
    const idempotencyKey = randomUUID();
    const sell = () => ines.client.call(endpoints.sellCoins, { body: { ...order, quote_id: id } }, { idempotencyKey });
    const sold = await sell();
    market.delist('OLD');
    expect(await sell()).toEqual(sold);
    expect((await portfolio())[1]).toMatchObject({ amount_exact: '6.00000000' });
  });
});

test("shows a coin without a feed price at its last stored price, not the sheet's price", async () => {
  market.set('OLD', '3.00');
  market.unhear('OLD');
  const held = async () => (await portfolio()).find(({ symbol }) => symbol === 'OLD');
  expect(await held()).toMatchObject({ price_exact: '3.00', paused: 'stale', updated_at: '2025-07-01T00:00:00.000Z' });
  await storePrice(1440, '40 hours', 26);
  expect(await held()).toMatchObject({ price_exact: '26.00', value_exact: '260.00', paused: 'stale' });
  expect(agoMs((await held())?.updated_at) / hour).toBeCloseTo(40, 1);
});
