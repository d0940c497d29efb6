import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCoins, anyPrice, anyUsd } from '../test/any-amount.ts';
import { longForm, runs } from '../test/runs.ts';
import { amountOf, type Amount } from './amount.ts';
import { averagePrice, coinsFor, parsePrice, priceText, usdCostOf, usdFor, type UsdPerCoin } from './price.ts';

/** Returns the coins' worth and the dollars as integers of the same unit, without rounding. */
const exactly = (coins: Amount, usd: Amount<'USD'>, price: UsdPerCoin) => ({
  worth: coins.units * price.units,
  dollars: usd.units * 10n ** BigInt(price.decimals + 6),
});

describe('prices', () => {
  test.each([
    ['67000', 67_000n, 0],
    ['67000.12', 6_700_012n, 2],
    ['0.0000123', 123n, 7],
    ['1.000000000000000001', 1_000_000_000_000_000_001n, 18],
    ['0.000000000000000001', 1n, 18],
  ])('parsePrice reads %s exactly', (text, units, decimals) => {
    expect(parsePrice(text)).toEqual({ units, decimals });
  });

  test.each(['', '0', '0.00', '-1', '+1', '1e3', '1.', '.5', '1,5', ' 1', 'NaN', 'Infinity', '1.0000000000000000001'])(
    'parsePrice rejects %j',
    (text) => {
      expect(() => parsePrice(text)).toThrow(/price/);
    },
  );

  test.each(['67000', '67000.10', '0.0000123', '0.000000000000000001'])(
    'priceText writes %s as parsePrice read it',
    (text) => {
      expect(priceText(parsePrice(text))).toBe(text);
    },
  );
});

describe('conversions between dollars and coins', () => {
  const usd = (units: bigint) => amountOf('USD', units);
  const btc = (units: bigint) => amountOf('BTC', units);

  test.each([
    ['$100.00 at 67,000', 10_000n, '67000', 149_253n],
    ['$0.01 at 67,000', 1n, '67000', 14n],
    ['$0.01 at two million (none)', 1n, '2000000', 0n],
    ['$1.00 at 1', 100n, '1', 100_000_000n],
    ['$1.00 at 3', 100n, '3', 33_333_333n],
    ['$1.00 at 0.0000123', 100n, '0.0000123', 8_130_081_300_813n],
  ])('coinsFor rounds the coins for %s down', (_title, cents, price, coins) => {
    expect(coinsFor(usd(cents), 'BTC', parsePrice(price))).toEqual(btc(coins));
  });

  test.each([
    ['one coin', 100_000_000n, '67000.129', 6_700_012n],
    ['one unit at 67,000 (less than a cent)', 1n, '67000', 0n],
    ['fifteen units at 67,000 (one cent)', 15n, '67000', 1n],
  ])('usdFor rounds the value of %s down', (_title, coins, price, cents) => {
    expect(usdFor(btc(coins), parsePrice(price))).toEqual(usd(cents));
  });

  test('coinsFor returns the most coins that are worth at most the dollars paid', longForm, () => {
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

  test('usdFor returns the most cents that are at most the worth of the coins', longForm, () => {
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
    ['one unit at 67,000 (one cent)', 1n, '67000', 1n],
    ['no coins', 0n, '67000', 0n],
  ])('usdCostOf rounds the cost of %s up', (_title, coins, price, cents) => {
    expect(usdCostOf(btc(coins), parsePrice(price))).toEqual(usd(cents));
  });

  test('usdCostOf returns the fewest cents that cover the worth of the coins', longForm, () => {
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

describe('averagePrice', () => {
  const usd = (units: bigint) => amountOf('USD', units);

  test.each([
    ['$1,218.00 for 0.02 coins', 1_218_00n, 2_000_000n, 2, '60900.00'],
    ['$1.00 for three coins', 1_00n, 300_000_000n, 2, '0.33'],
    ['$1.00 for three coins with six decimals', 1_00n, 300_000_000n, 6, '0.333333'],
    ['half a cent (rounded up)', 1n, 200_000_000n, 2, '0.01'],
    ['$1.49 without decimals', 149n, 100_000_000n, 0, '1'],
    ['no cost', 0n, 100_000_000n, 2, '0.00'],
  ])('averagePrice is correct for %s', (_title, cents, coins, decimals, average) => {
    expect(averagePrice(usd(cents), amountOf('PEPE', coins), decimals)).toBe(average);
  });

  test('averagePrice is cost divided by coins, rounded to the nearest decimal', longForm, () => {
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
