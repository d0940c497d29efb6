import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, decimalsOf, equals, fits, parseDecimal, parseMinorUnits, toText } from './decimal.ts';

test.each([
  ['12.5', 'EUR', '12.50'],
  ['3236,28', 'EUR', '3236.28'],
  ['0,', 'EUR', '0.00'],
  ['.5', 'EUR', '0.50'],
  ['-12', 'EUR', '-12.00'],
  ['000000001000,00', 'EUR', '1000.00'],
  ['8.850', 'EUR', '8.85'],
  ['8.8512', 'EUR', '8.8512'],
  ['500', 'JPY', '500'],
  ['1.5', 'BHD', '1.500'],
  ['-0.00', 'EUR', '0.00'],
])('reads the amount %s %s as %s', (text, currency, expected) => {
  expect(toText(parseDecimal(text), currency)).toBe(expected);
});

test.each(['', '.', ',', '1.2.3', '1 000', '1e5', '0x10', 'NaN', '--1', '1'.repeat(50)])(
  'refuses the amount %j',
  (text) => {
    expect(() => parseDecimal(text)).toThrow('is not an amount');
  },
);

test('reads integers of the smallest unit', () => {
  expect(toText(parseMinorUnits('+000000208500', 'CAD'), 'CAD')).toBe('2085.00');
  expect(toText(parseMinorUnits('-3500', 'JPY'), 'JPY')).toBe('-3500');
  expect(() => parseMinorUnits('12.5', 'USD')).toThrow('is not an amount');
});

test('adds amounts without rounding', () => {
  const cents = fc.bigInt(-(10n ** 20n), 10n ** 20n);
  fc.assert(
    fc.property(cents, cents, fc.nat(6), fc.nat(6), (left, right, leftScale, rightScale) => {
      const sum = add({ units: left, scale: leftScale }, { units: right, scale: rightScale });
      const shift = 10n ** 6n;
      const exact = (left * shift) / 10n ** BigInt(leftScale) + (right * shift) / 10n ** BigInt(rightScale);
      expect((sum.units * shift) / 10n ** BigInt(sum.scale)).toBe(exact);
    }),
  );
});

test('knows how many decimals an amount may have', () => {
  expect([decimalsOf('EUR'), decimalsOf('JPY'), decimalsOf('BHD'), decimalsOf('???')]).toEqual([2, 0, 3, 2]);
  expect([decimalsOf('HUF'), decimalsOf('RSD'), decimalsOf('CLF')]).toEqual([2, 2, 4]);
  expect(fits(parseDecimal('8.850'), 'EUR')).toBe(true);
  expect(fits(parseDecimal('8.851'), 'EUR')).toBe(false);
  expect(equals(parseDecimal('8.850'), parseDecimal('8,85'))).toBe(true);
});
