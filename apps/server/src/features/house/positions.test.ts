import { endpoints } from '@florin/contract';
import { amountOf, parsePrice, usdFor, type Amount } from '@florin/money';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { movingFeed } from '../../../test/moving-feed.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { housePositions } from './positions.ts';
import { positionsJson, positionsTable } from './positions-text.ts';

const market = movingFeed({ BTC: '50000.00', ETH: '2000.00' });
let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, { feed: market.feed });
});
beforeEach(() => market.resume());
afterAll(() => florin.close());

const report = () => housePositions(florin.database.pool, florin.app.dependencies.markets);
const supply = (key: string, coins: Amount) => florin.app.dependencies.house.supply(key, coins);
const buy = ({ client }: TestMember, crypto_symbol: string, amount_usd: string) =>
  client.call(endpoints.buyCoins, { body: { crypto_symbol, amount_usd, payment_method_id: 'usd_balance' } });

describe('the report of house positions', () => {
  test('reports no coins for a new house', async () => {
    const positions = await report();
    expect(positions).toMatchObject({ coins: [], disagreeing: [] });
    expect(positionsTable(positions)).toBe('The house has no coins yet.');
  });

  test('reports supply, sold coins and inventory per coin with their current value', async () => {
    await supply('the first', amountOf('BTC', 10_000000n));
    const [ines, jonas] = [await florin.signUpWith('500.00'), await florin.signUpWith('500.00')];
    await buy(ines, 'BTC', '200.00'); // 0.004
    await buy(jonas, 'BTC', '300.00'); // 0.006
    await ines.client.call(endpoints.sellCoins, { body: { crypto_symbol: 'BTC', amount_crypto: '0.001' } });
    await buy(ines, 'ETH', '10.00');
    market.set('BTC', '60000.00');
    const positions = await report();
    expect(positions.coins.map(({ coin }) => coin)).toEqual(['BTC', 'ETH']);
    const btc = (units: bigint) => amountOf('BTC', units);
    const usd = (units: bigint) => usdFor(btc(units), parsePrice('60000.00'));
    expect(positions.coins[0]).toMatchObject({
      supplied: btc(10_000000n),
      out: btc(900000n),
      held: btc(900000n),
      inventory: btc(9_100000n),
      usedBasisPoints: 900n,
      now: { out: usd(900000n), inventory: usd(9_100000n) },
    });
    // The sandbox supplied ETH worth five million dollars.
    expect(positions).toMatchObject({
      out: amountOf('USD', 540_00n + 10_00n),
      inventory: amountOf('USD', 5_460_00n + 4_999_990_00n),
      disagreeing: [],
    });
    await florin.expectCleanBooks();
  });

  test('reports the positions as a table and as JSON', async () => {
    const positions = await report();
    expect(positionsTable(positions).split('\n')).toEqual([
      'Coin       Supplied  With members   In inventory  With members, USD  In inventory, USD  Limit used',
      'BTC      0.10000000    0.00900000     0.09100000            $540.00          $5,460.00      9.00 %',
      'ETH   2500.00000000    0.00500000  2499.99500000             $10.00      $4,999,990.00      0.01 %',
      'Sum                                                         $550.00      $5,005,450.00',
      '',
      'The limits match the coins in the wallets of members.',
    ]);
    expect(JSON.parse(positionsJson(positions))).toMatchObject({
      coins: [
        {
          coin: 'BTC',
          supplied: '0.10000000',
          out: '0.00900000',
          held_by_members: '0.00900000',
          inventory: '0.09100000',
          limit_used_percent: 9,
          price: '60000.00',
          out_usd: '540.00',
          inventory_usd: '5460.00',
        },
        { coin: 'ETH', limit_used_percent: 0.01 },
      ],
      out_usd: '550.00',
      inventory_usd: '5005450.00',
      disagreeing: [],
    });
  });

  test('marks coins with a paused price or without a price', async () => {
    market.pause('BTC', 'stale');
    await florin.app.dependencies.ledger.registerAssets(['GONE'], 8);
    await supply('of old', amountOf('GONE', 5n));
    const positions = await report();
    const text = positionsTable(positions);
    expect(text).toMatch(/^BTC is valued at its price of \d{4}-.*\. Trading is paused\.$/m);
    expect(text).toContain('GONE has no price and is not in the sums.');
    expect(positions.inventory).toEqual(amountOf('USD', 5_005_450_00n));
    expect(JSON.parse(positionsJson(positions))).toMatchObject({ coins: { length: 3, 2: { out_usd: null } } });
  });

  test("reports a coin whose limit does not match the members' wallets", async () => {
    await florin.database.ownerPool.query(
      `update ledger.accounts set posted = posted - 100000 where kind = 'coins-out' and slot = 'BTC'`,
    );
    const positions = await report();
    expect(positions.disagreeing).toEqual(['BTC']);
    expect(positionsTable(positions)).toContain(
      'BTC: the limit counts 0.01000000 as sold, but members hold 0.00900000.',
    );
  });
});
