import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

describe('the list of coins', () => {
  // Rules: api-11
  test('lists at least 180 coins, each once, by market capitalization and with all specified fields', async () => {
    const coins = await (await florin.signUp()).client.call(endpoints.listCoins);
    expect(coins.length).toBeGreaterThanOrEqual(180);
    expect(new Set(coins.map(({ symbol }) => symbol)).size).toBe(coins.length);
    expect(new Set(coins.map(({ name }) => name)).size).toBe(coins.length);
    const capitals = coins.map(({ marketCap }) => marketCap);
    expect(capitals).toEqual(capitals.toSorted((a, b) => b - a));
    for (const coin of coins) {
      expect(coin).toEqual({
        symbol: expect.stringMatching(/^[A-Z\d]{1,12}$/),
        name: expect.stringMatching(/\S/),
        icon: `/coins/${coin.symbol.toLowerCase()}.svg`,
        price: Number(coin.price_exact),
        price_exact: expect.stringMatching(/^\d+\.\d+$/),
        change: expect.any(Number),
        marketCap: expect.any(Number),
        kind: 'simulated',
        source: 'Florin sandbox',
        paused: null,
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      expect(coin.price).toBeGreaterThan(0);
      expect(Number.isSafeInteger(coin.marketCap)).toBe(true);
    }
  });

  test('sells every listed coin to a member', async () => {
    const ines = await florin.signUpWith('25000.00');
    await florin.database.ownerPool.query(`update users set plan = 'business' where id = $1`, [ines.user.id]);
    const coins = await ines.client.call(endpoints.listCoins);
    const bought = await Promise.all(
      coins.map(({ symbol }) =>
        ines.client.call(endpoints.buyCoins, {
          body: { crypto_symbol: symbol, amount_usd: '10.00', payment_method_id: 'usd_balance' },
        }),
      ),
    );
    expect(bought.map(({ transaction }) => transaction.crypto)).toEqual(coins.map(({ symbol }) => symbol));
    const holdings = await ines.client.call(endpoints.getPortfolio);
    expect(holdings.length).toBe(coins.length);
    for (const { value } of holdings) expect(value).toBeGreaterThan(9.5);
    await florin.expectCleanBooks();
  });
});
