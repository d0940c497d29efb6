import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCoins, anyPrice, anyUsd } from '../test/any-amount.ts';
import { longForm, runs } from '../test/runs.ts';
import { amountOf, type Amount } from './amount.ts';
import { averagePrice, coinsFor, parsePrice, priceText, usdCostOf, usdFor, type UsdPerCoin } from './price.ts';

/** Both sides of "coins at this price against dollars" as whole numbers: nothing is rounded. */
const exactly = (coins: Amount, usd: Amount<'USD'>, price: UsdPerCoin) => ({
  worth: coins.units * price.units,
  dollars: usd.units * 10n ** BigInt(price.decimals + 6),
});

describe('a price', () => {
  test.each([
    ['67000', 67_000n, 0],
    ['67000.12', 6_700_012n, 2],
    ['0.0000123', 123n, 7],
    ['1.000000000000000001', 1_000_000_000_000_000_001n, 18],
    ['0.000000000000000001', 1n, 18],
  ])('%s is read exactly', (text, units, decimals) => {
    expect(parsePrice(text)).toEqual({ units, decimals });
  });

  test.each(['', '0', '0.00', '-1', '+1', '1e3', '1.', '.5', '1,5', ' 1', 'NaN', 'Infinity', '1.0000000000000000001'])(
    '%j is none',
    (text) => {
      expect(() => parsePrice(text)).toThrow(/price/);
    },
  );

  test.each(['67000', '67000.10', '0.0000123', '0.000000000000000001'])('%s is written as it was read', (text) => {
    expect(priceText(parsePrice(text))).toBe(text);
  });
});

describe('turning dollars into coins and back', () => {
  const usd = (units: bigint) => amountOf('USD', units);
  const btc = (units: bigint) => amountOf('BTC', units);

  test.each([
    ['100.00 at 67,000', 10_000n, '67000', 149_253n],
    ['a cent at 67,000', 1n, '67000', 14n],
    ['a cent at two million: nothing', 1n, '2000000', 0n],
    ['1.00 at 1', 100n, '1', 100_000_000n],
    ['1.00 at three', 100n, '3', 33_333_333n],
    ['1.00 at 0.0000123', 100n, '0.0000123', 8_130_081_300_813n],
  ])('%s', (_title, cents, price, coins) => {
    expect(coinsFor(usd(cents), 'BTC', parsePrice(price))).toEqual(btc(coins));
  });

  test.each([
    ['one coin', 100_000_000n, '67000.129', 6_700_012n],
    ['a hundred-millionth at 67,000: not a cent', 1n, '67000', 0n],
    ['fifteen of them: one cent', 15n, '67000', 1n],
  ])('%s is worth', (_title, coins, price, cents) => {
    expect(usdFor(btc(coins), parsePrice(price))).toEqual(usd(cents));
  });

  test('coins bought are never worth more than was paid, and one unit more would be', longForm, () => {
    fc.assert(
      fc.property(anyUsd, anyPrice, (paid, price) => {
        const coins = coinsFor(paid, 'BTC', price);
        const one = exactly(coins, paid, price);
        const next = exactly(btc(coins.units + 1n), paid, price);
        return typeof coins.units === 'bigint' && one.worth <= one.dollars && next.worth > next.dollars;
      }),
      runs,
    );
  });

  test('dollars for coins are never more than the coins are worth, and one cent more would be', longForm, () => {
    fc.assert(
      fc.property(anyCoins, anyPrice, (coins, price) => {
        const value = usdFor(coins, price);
        const one = exactly(coins, value, price);
        const next = exactly(coins, usd(value.units + 1n), price);
        return typeof value.units === 'bigint' && one.dollars <= one.worth && next.dollars > next.worth;
      }),
      runs,
    );
  });

  test.each([
    ['one coin', 100_000_000n, '67000.121', 6_700_013n],
    ['a hundred-millionth at 67,000: a cent', 1n, '67000', 1n],
    ['none', 0n, '67000', 0n],
  ])('%s costs', (_title, coins, price, cents) => {
    expect(usdCostOf(btc(coins), parsePrice(price))).toEqual(usd(cents));
  });

  test('what coins cost is the fewest cents that they are not worth more than', longForm, () => {
    fc.assert(
      fc.property(anyCoins, anyPrice, (coins, price) => {
        const cost = usdCostOf(coins, price);
        const [one, less] = [exactly(coins, cost, price), exactly(coins, usd(cost.units - 1n), price)];
        return one.worth <= one.dollars && less.worth > less.dollars;
      }),
      runs,
    );
  });
});

describe('what a coin has cost on average', () => {
  const usd = (units: bigint) => amountOf('USD', units);

  test.each([
    ['1,218.00 for 0.02', 1_218_00n, 2_000_000n, 2, '60900.00'],
    ['1.00 for three', 1_00n, 300_000_000n, 2, '0.33'],
    ['1.00 for three, in more decimals', 1_00n, 300_000_000n, 6, '0.333333'],
    ['half a cent goes up', 1n, 200_000_000n, 2, '0.01'],
    ['no decimals', 149n, 100_000_000n, 0, '1'],
    ['nothing', 0n, 100_000_000n, 2, '0.00'],
  ])('%s', (_title, cents, coins, decimals, average) => {
    expect(averagePrice(usd(cents), amountOf('PEPE', coins), decimals)).toBe(average);
  });

  test('is as near to cost by coins as its decimals allow', longForm, () => {
    fc.assert(
      fc.property(anyUsd, anyCoins, fc.integer({ min: 0, max: 18 }), (cost, coins, decimals) => {
        const units = BigInt(averagePrice(cost, coins, decimals).replace('.', ''));
        const off = 2n * (units * coins.units - cost.units * 10n ** BigInt(decimals + 6));
        return off <= coins.units && off > -coins.units;
      }),
      runs,
    );
  });
});
