import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyFeeRate, anyFiatUnits } from '../test/any-amount.ts';
import { longForm, runs } from '../test/runs.ts';
import { amountOf } from './amount.ts';
import { defaultFeeRates, feeOn, feePercent, largestWithFee, type FeeKind, type FeeRate } from './fee.ts';

const kinds: FeeKind[] = ['send', 'buy', 'sell', 'exchange'];
const fee = (rate: FeeRate, units: bigint) => feeOn(rate, amountOf('USD', units)).units;

/** The specification's rates in basis points, repeated here as an independent check. */
const rates: Record<FeeKind, bigint> = { send: 200n, buy: 150n, sell: 100n, exchange: 50n };

describe('fees', () => {
  // Rules: send-8, api-17
  test.each([
    ['send', '2%', 10_000n, 200n],
    ['send', '2%', 1n, 1n],
    ['send', '2%', 50n, 1n],
    ['send', '2%', 51n, 2n],
    ['buy', '1.5%', 10_000n, 150n],
    ['buy', '1.5%', 67n, 2n],
    ['sell', '1%', 10_000n, 100n],
    ['sell', '1%', 101n, 2n],
    ['exchange', '0.5%', 10_000n, 50n],
    ['exchange', '0.5%', 201n, 2n],
  ] as const)('the fee to %s is %s: for %s cents it is %s', (kind, percent, units, expected) => {
    expect(feePercent(defaultFeeRates[kind])).toBe(percent);
    expect(feeOn(defaultFeeRates[kind], amountOf('EUR', units))).toEqual(amountOf('EUR', expected));
  });

  test('a rate of zero takes no fee', () => {
    expect(fee(0n, 10_000n)).toBe(0n);
    expect(feePercent(0n)).toBe('0%');
  });

  test('the fee on zero is zero', () => {
    expect(kinds.map((kind) => fee(defaultFeeRates[kind], 0n))).toEqual([0n, 0n, 0n, 0n]);
  });
});

describe.each(kinds)('the fee to %s, every amount from 1 to 20,000 cents', (kind) => {
  const fees = Array.from({ length: 20_001 }, (_, cents) => fee(defaultFeeRates[kind], BigInt(cents)));
  const centsWhere = (isWrong: (fee: bigint, cents: number) => boolean) => fees.findIndex(isWrong);

  test('the fee is the rate rounded up to the cent, and at least one cent', () => {
    const wrong = centsWhere((one, cents) => {
      const exact = BigInt(cents) * rates[kind];
      return one * 10_000n < exact || one * 10_000n >= exact + 10_000n || (cents > 0 && one < 1n);
    });
    expect(wrong).toBe(-1);
  });

  test('the fee never decreases for a larger amount', () => {
    expect(centsWhere((one, cents) => one < (fees[cents - 1] ?? 0n))).toBe(-1);
  });

  test('no split of an amount up to 2,000 cents lowers the fee', () => {
    // Two parts are enough: if no cut lowers the fee, no series of cuts lowers the fee.
    const wrong: string[] = [];
    for (let whole = 2; whole <= 2_000; whole++)
      for (let part = 1; part <= whole / 2; part++)
        if ((fees[part] ?? 0n) + (fees[whole - part] ?? 0n) < (fees[whole] ?? 0n)) wrong.push(`${part} of ${whole}`);
    expect(wrong).toEqual([]);
  });
});

describe('fees on random amounts', () => {
  test('largestWithFee returns the largest amount that the total covers', longForm, () => {
    fc.assert(
      fc.property(anyFeeRate, anyFiatUnits, (rate, total) => {
        const { units } = largestWithFee(rate, amountOf('USD', total));
        return units + fee(rate, units) <= total && units + 1n + fee(rate, units + 1n) > total;
      }),
      runs,
    );
  });

  test('no split into several parts lowers the fee', longForm, () => {
    fc.assert(
      fc.property(anyFeeRate, fc.array(anyFiatUnits, { minLength: 2, maxLength: 6 }), (rate, parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0n);
        return parts.reduce((sum, part) => sum + fee(rate, part), 0n) >= fee(rate, whole);
      }),
      runs,
    );
  });

  test('a larger amount never has a smaller fee, and from two cents the fee is below the amount', longForm, () => {
    fc.assert(
      fc.property(anyFeeRate, anyFiatUnits, anyFiatUnits, (rate, a, b) => {
        const [small, large] = a < b ? [a, b] : [b, a];
        return fee(rate, small) <= fee(rate, large) && (small === 1n || fee(rate, small) < small);
      }),
      runs,
    );
  });
});
