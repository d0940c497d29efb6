import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCoins, anyFeeRate, anyFiatUnits, anyPrice, anyUsd } from '../test/any-amount.ts';
import { longForm, runs } from '../test/runs.ts';
import { amountOf, type Amount } from './amount.ts';
import { defaultFeeRates, type FeeRate } from './fee.ts';
import { parsePrice, type UsdPerCoin } from './price.ts';
import { priceSend } from './send.ts';
import { isDust, priceBuy, priceBuyCoins, priceSell, smallestPurchase } from './trade.ts';

const usd = (units: bigint) => amountOf('USD', units);
const btc = (units: bigint) => amountOf('BTC', units);
const fees = defaultFeeRates;
const buy = (amount: Amount<'USD'>, price: UsdPerCoin, rate: FeeRate = fees.buy) =>
  priceBuy(amount, 'BTC', price, rate);

describe('priceSend, priceBuy and priceSell', () => {
  test('priceSend adds the fee to the amount', () => {
    expect(priceSend(amountOf('EUR', 10_001n), fees.send)).toEqual({
      amount: amountOf('EUR', 10_001n),
      fee: amountOf('EUR', 201n),
      total: amountOf('EUR', 10_202n),
    });
  });

  test('priceBuy adds the fee and buys coins for the amount', () => {
    expect(buy(usd(10_000n), parsePrice('67000'))).toEqual({
      amount: usd(10_000n),
      fee: usd(150n),
      total: usd(10_150n),
      coins: btc(149_253n),
    });
  });

  test('priceBuyCoins rounds the cost of the coins up and adds the fee', () => {
    expect(priceBuyCoins(btc(149_253n), parsePrice('67000'), fees.buy)).toEqual({
      amount: usd(10_000n),
      fee: usd(150n),
      total: usd(10_150n),
      coins: btc(149_253n),
    });
    expect(priceBuyCoins(btc(1n), parsePrice('67000'), fees.buy)).toMatchObject({
      amount: usd(1n),
      fee: usd(1n),
      total: usd(2n),
    });
  });

  test('priceSell deducts the fee from the value', () => {
    expect(priceSell(btc(149_253n), parsePrice('67000'), fees.sell)).toEqual({
      coins: btc(149_253n),
      value: usd(9_999n),
      fee: usd(100n),
      proceeds: usd(9_899n),
    });
  });

  test('priceSell pays nothing for coins worth a cent or less', () => {
    expect(priceSell(btc(1n), parsePrice('67000'), fees.sell).proceeds).toEqual(usd(0n));
    expect(priceSell(btc(15n), parsePrice('67000'), fees.sell)).toMatchObject({
      value: usd(1n),
      fee: usd(1n),
      proceeds: usd(0n),
    });
  });
});

/** High and low, round and uneven prices. */
const prices = ['67000', '67123.45', '3', '1', '0.99', '0.07', '0.0000123', '1999999.999999'].map(parsePrice);

describe.each(prices)('at $units / 10^$decimals dollars, every amount from 1 to 20,000 cents', (price) => {
  const bought = Array.from({ length: 20_001 }, (_, cents) => buy(usd(BigInt(cents)), price));
  const firstWrong = (isWrong: (one: (typeof bought)[number], cents: number) => boolean) => bought.findIndex(isWrong);

  test('selling a purchase again always loses money from one cent on', () => {
    const wrong = firstWrong(
      ({ total, coins }, cents) => cents > 0 && priceSell(coins, price, fees.sell).proceeds.units >= total.units,
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
        if (!a || !b || !all) throw new Error('an amount has no price');
        if (a.coins.units + b.coins.units > all.coins.units) wrong.push(`coins: ${part} of ${whole}`);
        if (a.total.units + b.total.units < all.total.units) wrong.push(`cost: ${part} of ${whole}`);
      }
    expect(wrong).toEqual([]);
  });
});

describe('trades with random amounts and prices', () => {
  test('buying and selling at the same price always loses money', longForm, () => {
    fc.assert(
      fc.property(anyUsd, anyPrice, (amount, price) => {
        const { total, coins } = buy(amount, price);
        return priceSell(coins, price, fees.sell).proceeds.units < total.units;
      }),
      runs,
    );
  });

  test('buying and selling at the same price never gains at any fees, even without fees', longForm, () => {
    fc.assert(
      fc.property(anyUsd, anyPrice, anyFeeRate, anyFeeRate, (amount, price, buyRate, sellRate) => {
        const { total, coins } = buy(amount, price, buyRate);
        return priceSell(coins, price, sellRate).proceeds.units <= total.units;
      }),
      runs,
    );
  });

  test('priceBuyCoins is never cheaper than priceBuy for the same dollars', longForm, () => {
    fc.assert(
      fc.property(anyCoins, anyPrice, (coins, price) => {
        const { amount, total } = priceBuyCoins(coins, price, fees.buy);
        const { proceeds } = priceSell(coins, price, fees.sell);
        return buy(amount, price).coins.units >= coins.units && proceeds.units < total.units;
      }),
      runs,
    );
  });

  test('selling in parts never pays more than one sale', longForm, () => {
    fc.assert(
      fc.property(anyCoins, anyCoins, anyPrice, anyFeeRate, (a, b, price, rate) => {
        const inParts = priceSell(a, price, rate).proceeds.units + priceSell(b, price, rate).proceeds.units;
        return inParts <= priceSell(btc(a.units + b.units), price, rate).proceeds.units;
      }),
      runs,
    );
  });

  test('selling and buying back never yields more coins', longForm, () => {
    fc.assert(
      fc.property(anyCoins, anyPrice, (coins, price) => {
        const { proceeds } = priceSell(coins, price, fees.sell);
        return buy(proceeds, price).coins.units <= coins.units;
      }),
      runs,
    );
  });

  test('smallestPurchase can be sold again, and a purchase of one cent less cannot', longForm, () => {
    fc.assert(
      fc.property(anyPrice, anyFeeRate, (price, rate) => {
        const smallest = smallestPurchase('BTC', price, rate);
        const less = usd(smallest.units - 1n);
        return !isDust(buy(smallest, price).coins, price, rate) && isDust(buy(less, price).coins, price, rate);
      }),
      runs,
    );
  });

  test('the amounts of a trade add up in whole units', longForm, () => {
    fc.assert(
      fc.property(anyUsd, anyCoins, anyPrice, (amount, coins, price) => {
        const [bought, sold] = [buy(amount, price), priceSell(coins, price, fees.sell)];
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
      fc.property(anyFiatUnits, anyFiatUnits, anyFeeRate, (a, b, rate) => {
        const inParts = priceSend(usd(a), rate).total.units + priceSend(usd(b), rate).total.units;
        return inParts >= priceSend(usd(a + b), rate).total.units;
      }),
      runs,
    );
  });
});
