import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText } from './decimal-text.ts';

const numbers = fc.oneof(
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.double({ min: -10, max: 10, noNaN: true }),
  fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1000), // includes halves
);

test.each([
  [0, 0],
  [2, 2],
  [0, 2],
  [2, 4],
  [2, 12],
])('decimalText with %d to %d decimals matches Intl.NumberFormat', (min, max) => {
  const theirs = new Intl.NumberFormat('en', {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    signDisplay: 'negative',
  });
  fc.assert(fc.property(numbers, (value) => decimalText(value, min, max) === theirs.format(value)));
});

test('decimalText rounds halves up, based on the decimal digits of the number', () => {
  expect(decimalText(1.005, 2)).toBe('1.01');
  expect(decimalText(-0.004, 2)).toBe('0.00');
  expect(decimalText(1e-7, 2, 8)).toBe('0.0000001');
});
