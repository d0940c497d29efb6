import { parsePrice } from '@florin/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactPrice } from './exact-price.ts';

describe('exactPrice', () => {
  test.each([
    [107182.46, '107182.46'],
    ['107182.46', '107182.46'],
    [1, '1.00'],
    ['1', '1.00'],
    ['1.5000', '1.50'],
    [0.1 + 0.2, '0.30'],
    [1.1431208612e-5, '0.0000114312'],
    [1e-6, '0.000001'],
    ['1E-6', '0.000001'],
    ['12.5e3', '12500.00'],
    ['1e9', '1000000000.00'],
    [1e9, '1000000000.00'],
    ['0.00000199995', '0.000002'],
    ['0.000001999949', '0.0000019999'],
    ['5e0', '5.00'],
    ['000123.4', '123.40'],
  ])('converts %j to the decimal %s', (said, decimal) => {
    expect(exactPrice(said)).toBe(decimal);
  });

  test.each([
    [0, 'zero'],
    ['0.000', 'zero'],
    ['0e99999', 'zero'],
    [-0, 'zero'],
    [-5, 'below zero'],
    ['-5', 'below zero'],
    [Number.NaN, 'not a finite number'],
    ['NaN', 'not a finite number'],
    [JSON.parse('1e309'), 'not a finite number'],
    ['Infinity', 'not a finite number'],
    ['', 'not a finite number'],
    ['12,50', 'not a finite number'],
    ['0x10', 'not a finite number'],
    [' 1', 'not a finite number'],
    ['1'.repeat(61), 'not a finite number'],
    [null, 'not a number'],
    [undefined, 'not a number'],
    [true, 'not a number'],
    [{}, 'not a number'],
    [['1'], 'not a number'],
    ['1e309', 'above a billion dollars'],
    ['1e99999', 'above a billion dollars'],
    [1e9 + 1, 'above a billion dollars'],
    [1e-7, 'below a millionth of a dollar'],
    ['1e-99999', 'below a millionth of a dollar'],
    [Number.MIN_VALUE, 'below a millionth of a dollar'],
  ])('rejects the price %j: %s', (said, problem) => {
    expect(exactPrice(said)).toEqual({ problem });
  });

  test('rounds a price to ten decimals without an exponent, and survives parsing', () => {
    const units = fc.bigInt({ min: 10_000n, max: 10n ** 19n - 1n });
    const belowUnit = fc.bigInt({ min: 0n, max: 999n });
    fc.assert(
      fc.property(units, belowUnit, fc.nat(30), (tenDecimals, rest, zeros) => {
        const written = `${tenDecimals * 1000n + rest}${'0'.repeat(zeros)}e-${13 + zeros}`;
        const price = exactPrice(written);
        if (typeof price !== 'string') throw new Error(`${written}: ${price.problem}`);
        expect(price).toMatch(/^(0|[1-9]\d*)\.(\d\d|\d{2,9}[1-9])$/);
        const read = parsePrice(price);
        const rounded = tenDecimals + (rest >= 500n ? 1n : 0n);
        expect(read.units * 10n ** BigInt(10 - read.decimals)).toBe(rounded);
      }),
      { numRuns: 2000 },
    );
  });

  test('exactPrice returns the nearest decimal with ten places', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.000001, max: 1e9, noNaN: true }), (number) => {
        const price = exactPrice(number);
        expect(Math.abs(Number(price) - number)).toBeLessThanOrEqual(0.5e-10 + number * Number.EPSILON);
      }),
      { numRuns: 2000 },
    );
  });

  test('exactPrice returns a parsable price or a problem for any input', () => {
    fc.assert(
      fc.property(fc.anything(), (said) => {
        const price = exactPrice(said);
        const read = typeof price === 'string' ? parsePrice(price).units : 'refused';
        expect(read).not.toBe(0n);
      }),
    );
  });
});
