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
])('%s / %s is %s with divFloor and %s with divCeil', (dividend, divisor, down, up) => {
  expect(divFloor(dividend, divisor)).toBe(down);
  expect(divCeil(dividend, divisor)).toBe(up);
});

test('divFloor and divCeil enclose the exact quotient and differ by at most one', longForm, () => {
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

test('powerOfTen is exact beyond the precision of a float', () => {
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
])('%s / %s is %s with divNearest', (dividend, divisor, nearest) => {
  expect(divNearest(dividend, divisor)).toBe(nearest);
});
