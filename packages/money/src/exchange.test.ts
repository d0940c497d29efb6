import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyFeeRate, anyFiatUnits } from '../test/any-amount.ts';
import { longForm, runs } from '../test/runs.ts';
import { amountOf, type Amount } from './amount.ts';
import { fiatCodes, type FiatCode } from './asset.ts';
import { priceExchange, priceExchangeFor, priceExchangeOf, rateText, type MidRates } from './exchange.ts';
import { defaultFeeRates, type FeeRate } from './fee.ts';
import { parsePrice } from './price.ts';

const listed: MidRates = { USD: parsePrice('1'), EUR: parsePrice('1.09'), GBP: parsePrice('1.27') };

const fee = defaultFeeRates.exchange;

const anyCurrency = fc.constantFrom(...fiatCodes);
const anyRates = fc
  .tuple(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10_000_000n), fc.integer({ min: 0, max: 6 }))
  .map(([euro, pound, decimals]): MidRates => ({
    USD: parsePrice('1'),
    EUR: { units: euro, decimals: 2 },
    GBP: { units: pound, decimals },
  }));

describe('exchanges', () => {
  test('priceExchange adds a fee of 0.5 % rounded up and rounds the received amount down', () => {
    expect(priceExchange(amountOf('USD', 50_000n), 'EUR', listed, fee)).toEqual({
      amount: amountOf('USD', 50_000n),
      fee: amountOf('USD', 250n),
      total: amountOf('USD', 50_250n),
      received: amountOf('EUR', 45_871n),
    });
    expect(priceExchange(amountOf('EUR', 10_001n), 'GBP', listed, fee)).toEqual({
      amount: amountOf('EUR', 10_001n),
      fee: amountOf('EUR', 51n),
      total: amountOf('EUR', 10_052n),
      received: amountOf('GBP', 8_583n),
    });
  });

  test('exchanging one cent may return nothing', () => {
    expect(priceExchange(amountOf('USD', 1n), 'EUR', listed, fee).received.units).toBe(0n);
  });

  test('priceExchangeFor finds the smallest exchange that returns the wanted amount', longForm, () => {
    fc.assert(
      fc.property(anyFiatUnits, anyCurrency, anyCurrency, anyRates, (units, from, to, rates) => {
        const { amount, received } = priceExchangeFor(amountOf(to, units), from, rates, fee);
        const less = priceExchange(amountOf(from, amount.units - 1n), to, rates, fee).received;
        return received.units >= units && less.units < units;
      }),
      runs,
    );
  });

  test('priceExchangeOf takes at most the total and leaves at most one unit', longForm, () => {
    fc.assert(
      fc.property(anyFiatUnits, anyCurrency, anyCurrency, anyRates, anyFeeRate, (units, from, to, rates, rate) => {
        const { total } = priceExchangeOf(amountOf(from, units), to, rates, rate);
        return total.units <= units && total.units >= units - 1n;
      }),
      runs,
    );
  });

  test('an exchange never returns more than the mid rate', longForm, () => {
    fc.assert(
      fc.property(anyFiatUnits, anyCurrency, anyCurrency, anyRates, (units, from, to, rates) => {
        const { received } = priceExchange(amountOf(from, units), to, rates, fee);
        const worth = units * rates[from].units * 10n ** BigInt(rates[to].decimals);
        expect(received.units * rates[to].units * 10n ** BigInt(rates[from].decimals)).toBeLessThanOrEqual(worth);
      }),
      runs,
    );
  });

  test('no round trip of exchanges gains at any rates', longForm, () => {
    fc.assert(
      fc.property(
        anyFiatUnits,
        fc.array(anyCurrency, { minLength: 1, maxLength: 4 }),
        anyRates,
        anyFeeRate,
        (units, over, rates, rate) => {
          const start = amountOf<FiatCode>('USD', units);
          const end = [...over, 'USD' as const].reduce(
            (held: Amount<FiatCode>, to) => (held.asset === to ? held : exchangeAll(held, to, rates, rate)),
            start,
          );
          expect(end.units).toBeLessThanOrEqual(start.units);
        },
      ),
      runs,
    );
  });

  test('exchanging up to 1,000 units and back loses money in every pair', () => {
    const pairs = fiatCodes.flatMap((from) => fiatCodes.filter((to) => to !== from).map((to) => ({ from, to })));
    for (let units = 1n; units <= 1_000n; units++)
      for (const { from, to } of pairs) {
        const there = exchangeAll(amountOf<FiatCode>(from, units), to, listed);
        expect(exchangeAll(there, from, listed).units).toBeLessThan(units);
      }
  });
});

test('rateText shows six decimals, rounded down', () => {
  expect([rateText('USD', 'EUR', listed), rateText('EUR', 'USD', listed), rateText('EUR', 'GBP', listed)]).toEqual([
    '0.917431',
    '1.090000',
    '0.858267',
  ]);
});

/** Exchanges the largest amount that the held amount can pay, and drops the rest. */
function exchangeAll(held: Amount<FiatCode>, to: FiatCode, rates: MidRates, rate: FeeRate = fee) {
  let units = (held.units * 10_000n) / (10_000n + rate);
  while (units > 0n && priceExchange(amountOf(held.asset, units), to, rates, rate).total.units > held.units) units--;
  return priceExchange(amountOf<FiatCode>(held.asset, units), to, rates, rate).received;
}
