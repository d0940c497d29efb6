import { endpoints } from '@florin/contract';
import { parseAmount, parsePrice, toDecimal, usdFor, type Amount } from '@florin/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

describe('the portfolio', () => {
  test('returns an empty portfolio to a new member', async () => {
    expect(await (await florin.signUpWith('5.00')).client.call(endpoints.getPortfolio)).toEqual([]);
  });

  // Rules: api-12
  test('values coins at rounded-down prices, most valuable first, and leaves out money', async () => {
    const ines = await florin.signUpWith('1000.00');
    for (const [crypto_symbol, amount_usd] of [
      ['ETH', '33.33'],
      ['BTC', '250.00'],
      ['DOGE', '100.01'],
    ] as const)
      await ines.client.call(endpoints.buyCoins, { body: { crypto_symbol, amount_usd } });
    const holdings = await ines.client.call(endpoints.getPortfolio);
    expect(holdings.map(({ symbol }) => symbol)).toEqual(['BTC', 'DOGE', 'ETH']);
    expect(holdings).toMatchObject([{ cost: 253.75 }, { cost: 101.52 }, { cost: 33.83 }]);
    for (const { symbol, name, icon, amount_exact, value, value_exact, price, price_exact, change } of holdings) {
      const amount: Amount | undefined = parseAmount(symbol, amount_exact).amount;
      expect(amount && toDecimal(usdFor(amount, parsePrice(price_exact)))).toBe(value_exact);
      expect([value, price]).toEqual([Number(value_exact), Number(price_exact)]);
      expect(icon).toBe(`/coins/${symbol.toLowerCase()}.svg`);
      expect(name).toMatch(/\w/);
      expect(Math.abs(change)).toBeLessThan(100);
    }
  });
});
