import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCoins, anyFiatUnits, anyPrice, anyUsd } from '../test/any-amount.ts';
import { longForm, runs } from '../test/runs.ts';
import { amountOf, type Amount } from './amount.ts';
import { parsePrice, type UsdPerCoin } from './price.ts';
import { priceSend } from './send.ts';
import { isDust, priceBuy, priceBuyCoins, priceSell, smallestPurchase } from './trade.ts';

const usd = (units: bigint) => amountOf('USD', units);
const btc = (units: bigint) => amountOf('BTC', units);
const buy = (amount: Amount<'USD'>, price: UsdPerCoin) => priceBuy(amount, 'BTC', price);

describe('the price of a command', () => {
  test('sending: the fee comes on top', () => {
    expect(priceSend(amountOf('EUR', 10_001n))).toEqual({
      amount: amountOf('EUR', 10_001n),
      fee: amountOf('EUR', 201n),
      total: amountOf('EUR', 10_202n),
    });
  });

  test('buying: the fee comes on top, coins are for the amount', () => {
    expect(buy(usd(10_000n), parsePrice('67000'))).toEqual({
      amount: usd(10_000n),
      fee: usd(150n),
      total: usd(10_150n),
      coins: btc(149_253n),
    });
  });

  test('buying a number of coins: what they cost is rounded up, and the fee comes on top', () => {
    expect(priceBuyCoins(btc(149_253n), parsePrice('67000'))).toEqual({
      amount: usd(10_000n),
      fee: usd(150n),
      total: usd(10_150n),
      coins: btc(149_253n),
    });
    expect(priceBuyCoins(btc(1n), parsePrice('67000'))).toMatchObject({
      amount: usd(1n),
      fee: usd(1n),
      total: usd(2n),
    });
  });

  test('selling: the fee comes off', () => {
    expect(priceSell(btc(149_253n), parsePrice('67000'))).toEqual({
      coins: btc(149_253n),
      value: usd(9_999n),
      fee: usd(100n),
      proceeds: usd(9_899n),
    });
  });

  test('a sale worth a cent or less gives nothing, never less', () => {
    expect(priceSell(btc(1n), parsePrice('67000')).proceeds).toEqual(usd(0n));
    expect(priceSell(btc(15n), parsePrice('67000'))).toMatchObject({ value: usd(1n), fee: usd(1n), proceeds: usd(0n) });
  });
});

/** Dear and cheap, even and odd. */
const prices = ['67000', '67123.45', '3', '1', '0.99', '0.07', '0.0000123', '1999999.999999'].map(parsePrice);

describe.each(prices)('at $units / 10^$decimals dollars, every amount from 1 to 20,000 cents', (price) => {
  const bought = Array.from({ length: 20_001 }, (_, cents) => buy(usd(BigInt(cents)), price));
  const firstWrong = (isWrong: (one: (typeof bought)[number], cents: number) => boolean) => bought.findIndex(isWrong);

  test('no purchase sold again at once gains, and from one cent on it loses', () => {
    const wrong = firstWrong(
      ({ total, coins }, cents) => cents > 0 && priceSell(coins, price).proceeds.units >= total.units,
    );
    expect(wrong).toBe(-1);
  });

  test('more dollars never buy fewer coins', () => {
    expect(firstWrong(({ coins }, cents) => coins.units < (bought[cents - 1]?.coins.units ?? 0n))).toBe(-1);
  });

  test('no split of an amount up to 300 cents buys more coins or costs less', () => {
    const wrong: string[] = [];
    for (let whole = 2; whole <= 300; whole++)
      for (let part = 1; part <= whole / 2; part++) {
        const [a, b, all] = [bought[part], bought[whole - part], bought[whole]];
        if (!a || !b || !all) throw new Error('the amounts are priced');
        if (a.coins.units + b.coins.units > all.coins.units) wrong.push(`coins: ${part} of ${whole}`);
        if (a.total.units + b.total.units < all.total.units) wrong.push(`cost: ${part} of ${whole}`);
      }
    expect(wrong).toEqual([]);
  });
});

describe('whatever the amount and the price', () => {
  test('buying and selling at one price always loses', longForm, () => {
    fc.assert(
      fc.property(anyUsd, anyPrice, (amount, price) => {
        const { total, coins } = buy(amount, price);
        return priceSell(coins, price).proceeds.units < total.units;
      }),
      runs,
    );
  });

  test('a number of coins is never cheaper than as many bought for the dollars they cost', longForm, () => {
    fc.assert(
      fc.property(anyCoins, anyPrice, (coins, price) => {
        const { amount, total } = priceBuyCoins(coins, price);
        return buy(amount, price).coins.units >= coins.units && priceSell(coins, price).proceeds.units < total.units;
      }),
      runs,
    );
  });

  test('buying at once and selling in parts gains no more than selling at once', longForm, () => {
    fc.assert(
      fc.property(anyCoins, anyCoins, anyPrice, (a, b, price) => {
        const inParts = priceSell(a, price).proceeds.units + priceSell(b, price).proceeds.units;
        return inParts <= priceSell(btc(a.units + b.units), price).proceeds.units;
      }),
      runs,
    );
  });

  test('selling and buying back with what came in never ends with more coins', longForm, () => {
    fc.assert(
      fc.property(anyCoins, anyPrice, (coins, price) => {
        const { proceeds } = priceSell(coins, price);
        return buy(proceeds, price).coins.units <= coins.units;
      }),
      runs,
    );
  });

  test('the smallest purchase can be sold again, and a cent less cannot', longForm, () => {
    fc.assert(
      fc.property(anyPrice, (price) => {
        const smallest = smallestPurchase('BTC', price);
        const less = usd(smallest.units - 1n);
        return !isDust(buy(smallest, price).coins, price) && isDust(buy(less, price).coins, price);
      }),
      runs,
    );
  });

  test('the parts add up to the whole, in whole units', longForm, () => {
    fc.assert(
      fc.property(anyUsd, anyCoins, anyPrice, (amount, coins, price) => {
        const [bought, sold] = [buy(amount, price), priceSell(coins, price)];
        const figures = [...Object.values(bought), ...Object.values(sold)];
        return (
          bought.total.units === bought.amount.units + bought.fee.units &&
          sold.value.units === sold.fee.units + sold.proceeds.units &&
          sold.proceeds.units >= 0n &&
          figures.every(({ units }) => typeof units === 'bigint')
        );
      }),
      runs,
    );
  });

  test('sending in parts never costs less', longForm, () => {
    fc.assert(
      fc.property(anyFiatUnits, anyFiatUnits, (a, b) => {
        const inParts = priceSend(usd(a)).total.units + priceSend(usd(b)).total.units;
        return inParts >= priceSend(usd(a + b)).total.units;
      }),
      runs,
    );
  });
});
