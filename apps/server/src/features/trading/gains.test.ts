import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSections } from '../../../test/markdown-table.ts';
import { movingFeed } from '../../../test/moving-feed.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

const market = movingFeed({ BTC: '50000.00', ETH: '2000.00', PEPE: '0.0000071234' });
let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, { feed: market.feed });
});
beforeEach(async () => {
  market.resume();
  ines = await florin.signUpWith('5000.00');
  await florin.database.ownerPool.query(`update users set plan = 'business' where id = $1`, [ines.user.id]);
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const buy = (crypto_symbol: string, amount_usd: string, payment_method_id = 'usd_balance') =>
  ines.client.call(endpoints.buyCoins, { body: { crypto_symbol, amount_usd, payment_method_id } });
const sell = (crypto_symbol: string, amount_crypto: string) =>
  ines.client.call(endpoints.sellCoins, { body: { crypto_symbol, amount_crypto } });
const gains = () => ines.client.call(endpoints.getGains);
const portfolio = () => ines.client.call(endpoints.getPortfolio);
const figure = (text = '') => text.replaceAll(/[,+]/g, '').replace('−', '-');

describe('the example of docs/explain/gains.md', () => {
  const rows = readSections('explain/gains.md').find(({ title }) => title === 'An example')?.rows ?? [];

  test('the gains match the portfolio after each order of the example', async () => {
    expect(rows).toHaveLength(5);
    for (const row of rows) {
      const [side, amount = ''] = figure(row['order']).split(' ');
      market.set('BTC', figure(row['price']));
      const { transaction } = side === 'buy' ? await buy('BTC', amount) : await sell('BTC', amount);
      expect(transaction.amount_exact).toBe(figure(row['moves']));
      const figures = {
        value_exact: figure(row['worth']),
        cost_exact: figure(row['cost']),
        unrealized_gain_exact: figure(row['unrealized gain']),
        realized_gain_exact: figure(row['realized gain']),
      };
      expect(await gains()).toMatchObject(figures);
      const held = { amount_exact: row['BTC held'], average_cost_exact: figure(row['average cost']), ...figures };
      expect(await portfolio()).toMatchObject(row['average cost'] === '' ? [] : [held]);
    }
  });
});

describe('gains of all coins', () => {
  test('shows zero gains for a new member', async () => {
    expect(await gains()).toMatchObject({ value_exact: '0.00', cost_exact: '0.00', unrealized_gain_exact: '0.00' });
  });

  test('sums the gains of held coins and the realized gains of sold coins', async () => {
    market.set('BTC', '50000.00');
    await buy('BTC', '1000.00');
    await buy('ETH', '500.00');
    await buy('PEPE', '20.00');
    market.set('ETH', '2500.00');
    const { transaction } = await sell('ETH', '0.25');
    const realized = Number(transaction.amount_exact) - 507.5;
    const held = await portfolio();
    expect(held.map(({ symbol }) => symbol)).toEqual(['BTC', 'PEPE']);
    const sum = (of: (holding: (typeof held)[number]) => string) =>
      held.reduce((total, holding) => total + Number(of(holding)), 0);
    const all = await gains();
    expect(Number(all.value_exact)).toBeCloseTo(
      sum(({ value_exact }) => value_exact),
      6,
    );
    expect(Number(all.cost_exact)).toBeCloseTo(
      sum(({ cost_exact }) => cost_exact),
      6,
    );
    expect(Number(all.unrealized_gain_exact)).toBeCloseTo(
      sum((one) => one.unrealized_gain_exact),
      6,
    );
    expect(Number(all.realized_gain_exact)).toBeCloseTo(realized, 6);
  });

  test("includes a card's fee in the cost of a coin", async () => {
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    await buy('ETH', '100.00', card?.id);
    expect(await gains()).toMatchObject({ cost_exact: '101.50', realized_gain_exact: '0.00' });
  });

  test("shows the average cost of a coin with the price's decimals", async () => {
    await buy('PEPE', '20.00');
    expect(await portfolio()).toMatchObject([{ average_cost_exact: expect.stringMatching(/^0\.00000\d{5}$/) }]);
  });
});

test('shows a paused coin at its last price with the reason', async () => {
  await buy('ETH', '100.00');
  market.pause('ETH', 'jump');
  expect(await portfolio()).toMatchObject([{ symbol: 'ETH', paused: 'jump', price_exact: '2500.00' }]);
  expect(await gains()).toMatchObject({ value_exact: '100.00', unrealized_gain_exact: '-1.50' });
});
