import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longForm, runs } from '../test/runs.ts';
import { amountOf, type Amount } from './amount.ts';
import { formatAmount, formatParts, toDecimal, type SignDisplay } from './format.ts';

describe('toDecimal', () => {
  test.each([
    ['USD', 0n, '0.00'],
    ['USD', 1n, '0.01'],
    ['USD', -1n, '-0.01'],
    ['USD', 10n, '0.10'],
    ['USD', 100n, '1.00'],
    ['EUR', -10_200n, '-102.00'],
    ['BTC', 77_903n, '0.00077903'],
    ['BTC', 100_000_000n, '1.00000000'],
    ['SHIB', -1n, '-0.00000001'],
    ['USD', 2n ** 64n + 1n, '184467440737095516.17'],
  ])('toDecimal formats %s %s as %s', (asset, units, text) => {
    expect(toDecimal(amountOf(asset, units))).toBe(text);
  });

  test('toDecimal returns a JSON number with exactly the digits of the units', longForm, () => {
    const jsonNumber = /^-?(?:0|[1-9]\d*)\.\d+$/;
    const anyUnits = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(fc.constantFrom('USD', 'BTC'), anyUnits, (asset, units) => {
        const text = toDecimal(amountOf(asset, units));
        return jsonNumber.test(text) && BigInt(text.replace('.', '')) === units;
      }),
      runs,
    );
  });

  test('toDecimal survives a JSON number unchanged up to fifteen digits', longForm, () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), (units) => {
        const text = toDecimal(amountOf('USD', units));
        const parsed: unknown = JSON.parse(text);
        return Number(text) === parsed && BigInt(Math.round(Number(text) * 100)) === units;
      }),
      runs,
    );
  });
});

describe('formatAmount and formatParts', () => {
  // Rules: api-18
  test.each<[Amount, SignDisplay, string]>([
    [amountOf('USD', 120_435n), 'auto', '$1,204.35'],
    [amountOf('USD', 5n), 'auto', '$0.05'],
    [amountOf('USD', 0n), 'auto', '$0.00'],
    [amountOf('USD', 0n), 'always', '$0.00'],
    [amountOf('EUR', -4_080n), 'auto', '−€40.80'],
    [amountOf('EUR', -4_080n), 'always', '−€40.80'],
    [amountOf('EUR', -4_080n), 'never', '€40.80'],
    [amountOf('GBP', 4_080n), 'always', '+£40.80'],
    [amountOf('GBP', 4_080n), 'never', '£40.80'],
    [amountOf('BTC', 77_903n), 'auto', '0.00077903 BTC'],
    [amountOf('BTC', -100_000_000n), 'auto', '−1.00000000 BTC'],
    [amountOf('DOGE', 123_456_700_000_000n), 'always', '+1,234,567.00000000 DOGE'],
    [amountOf('USD', 99_999_999_999_999n), 'auto', '$999,999,999,999.99'],
    [amountOf('USD', 100_000n), 'auto', '$1,000.00'],
    [amountOf('USD', 99_999n), 'auto', '$999.99'],
  ])('formatAmount(%o) with sign %s is %s', (amount, sign, text) => {
    expect(formatAmount(amount, { sign })).toBe(text);
  });

  test('formatAmount shows a minus but no plus by default', () => {
    expect(formatAmount(amountOf('USD', -1n))).toBe('−$0.01');
    expect(formatAmount(amountOf('USD', 1n))).toBe('$0.01');
  });

  test('formatParts returns sign, currency, major, minor and code', () => {
    expect(formatParts(amountOf('EUR', -123_456n))).toEqual({
      sign: '−',
      currency: '€',
      major: '1,234',
      minor: '.56',
      code: 'EUR',
    });
    expect(formatParts(amountOf('ETH', 1n), { sign: 'always' })).toEqual({
      sign: '+',
      currency: '',
      major: '0',
      minor: '.00000001',
      code: 'ETH',
    });
  });

  test('formatParts has the digits of toDecimal, in groups of three', longForm, () => {
    const anyUnits = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
    fc.assert(
      fc.property(fc.constantFrom('USD', 'BTC'), anyUnits, (asset, units) => {
        const { major, minor } = formatParts(amountOf(asset, units));
        const grouped = /^\d{1,3}(,\d{3})*$/.test(major);
        return grouped && major.replaceAll(',', '') + minor === toDecimal(amountOf(asset, units)).replace('-', '');
      }),
      runs,
    );
  });
});
