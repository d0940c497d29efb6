import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longForm, runs } from '../test/runs.ts';
import { divCeil, divFloor, divNearest, powerOfTen } from './rounding.ts';

test.each([
  [7n, 2n, 3n, 4n],
  [-7n, 2n, -4n, -3n],
  [6n, 2n, 3n, 3n],
  [-6n, 2n, -3n, -3n],
  [0n, 5n, 0n, 0n],
  [1n, 5n, 0n, 1n],
  [-1n, 5n, -1n, 0n],
])('%s / %s is %s rounded down, %s rounded up', (dividend, divisor, down, up) => {
  expect(divFloor(dividend, divisor)).toBe(down);
  expect(divCeil(dividend, divisor)).toBe(up);
});

test('the exact quotient lies between the two, less than one apart', longForm, () => {
  const anyDividend = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  fc.assert(
    fc.property(anyDividend, fc.bigInt({ min: 1n, max: 10n ** 18n }), (dividend, divisor) => {
      const [down, up] = [divFloor(dividend, divisor), divCeil(dividend, divisor)];
      const exact = dividend % divisor === 0n;
      return down * divisor <= dividend && dividend <= up * divisor && up - down === (exact ? 0n : 1n);
    }),
    runs,
  );
});

test('a power of ten is exact where a float is not', () => {
  expect(powerOfTen(0)).toBe(1n);
  expect(powerOfTen(23)).toBe(100_000_000_000_000_000_000_000n);
});

test.each([
  [7n, 2n, 4n],
  [-7n, 2n, -3n],
  [10n, 3n, 3n],
  [11n, 3n, 4n],
  [-10n, 3n, -3n],
  [0n, 5n, 0n],
])('%s / %s is %s to the nearest whole number', (dividend, divisor, nearest) => {
  expect(divNearest(dividend, divisor)).toBe(nearest);
});
