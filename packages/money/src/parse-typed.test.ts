import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCoins, anyFiatUnits, anyUsd } from '../test/any-amount.ts';
import { longForm, runs } from '../test/runs.ts';
import { amountOf, type Amount } from './amount.ts';
import { fiatCodes } from './asset.ts';
import { formatAmount, formatParts, toDecimal } from './format.ts';
import { parseAmount, parseTyped, type ParsedAmount } from './parse.ts';

const resultOf = ({ amount, problem }: ParsedAmount) => amount?.units ?? problem;

describe('parseTyped', () => {
  test.each([
    ['1000.50', 100_050n],
    ['1,000.50', 100_050n],
    ['1.000,50', 100_050n],
    ['1 000.50', 100_050n],
    ['1 000,50', 100_050n],
    ['1\u00a0000,50', 100_050n],
    ['1\u202f000,50', 100_050n],
    ['1’000.50', 100_050n],
    [`1'000.50`, 100_050n],
    ['1,234,567.89', 123_456_789n],
    ['1.234.567,89', 123_456_789n],
    ['1,000,000', 100_000_000n],
    ['1.000.000', 100_000_000n],
    ['  12  ', 1_200n],
    ['12,5', 1_250n],
    ['12.5', 1_250n],
    ['.5', 50n],
    [',5', 50n],
    ['5.', 500n],
    ['5,', 500n],
    ['1,000.', 100_000n],
    ['1 000 000', 100_000_000n],
    ['$1,234.56', 123_456n],
    ['$ 1,234.56', 123_456n],
    ['$1,234.56 USD', 123_456n],
    ['+$1,234.56', 123_456n],
    ['$1,234.56\nUSD', 123_456n],
    ['50 USD', 5_000n],
    ['50usd', 5_000n],
    ['USD 12.30', 1_230n],
    ['\u200b12.50\u200b', 1_250n],
    ['\u202d12.50\u202c', 1_250n],
    ['\u200e\u2066$12.50\u2069\ufeff', 1_250n],
    ['1\u200b2.50', 1_250n],
    ['1,00,000.00', 10_000_000n],
    ['1,00,000', 10_000_000n],
    ['12,34,567.89', 123_456_789n],
  ])('parseTyped reads %j the same in both locales', (text, units) => {
    expect(resultOf(parseTyped('USD', text, '.'))).toBe(units);
    expect(resultOf(parseTyped('USD', text, ','))).toBe(units);
  });

  test.each([
    ['1,000', 100_000n, 'too_many_decimals'],
    ['1.000', 'too_many_decimals', 100_000n],
    ['12,345', 1_234_500n, 'too_many_decimals'],
    ['999.999', 'too_many_decimals', 99_999_900n],
    ['0,500', 'too_many_decimals', 'too_many_decimals'],
    ['0.500', 'too_many_decimals', 'too_many_decimals'],
  ])('parseTyped reads %j as %s with a decimal point and as %s with a decimal comma', (text, point, comma) => {
    expect(resultOf(parseTyped('USD', text, '.'))).toBe(point);
    expect(resultOf(parseTyped('USD', text, ','))).toBe(comma);
  });

  test('a separator next to more than three digits is a decimal separator in both locales', () => {
    for (const decimalSeparator of ['.', ','] as const) {
      expect(resultOf(parseTyped('BTC', '1234,500', decimalSeparator))).toBe(123_450_000_000n);
      expect(resultOf(parseTyped('BTC', '1.2345', decimalSeparator))).toBe(123_450_000n);
      expect(resultOf(parseTyped('BTC', '1,2345', decimalSeparator))).toBe(123_450_000n);
      expect(resultOf(parseTyped('BTC', '1234.500', decimalSeparator))).toBe(123_450_000_000n);
    }
  });

  test('parseTyped uses the decimal point by default', () => {
    expect(resultOf(parseTyped('BTC', '1,000'))).toBe(100_000_000_000n);
    expect(resultOf(parseTyped('BTC', '1.000'))).toBe(100_000_000n);
  });

  test.each([
    ['', 'not_a_number'],
    ['.', 'not_a_number'],
    [',', 'not_a_number'],
    ['.,', 'not_a_number'],
    ['ten', 'not_a_number'],
    ['€5', 'not_a_number'],
    ['5 EUR', 'not_a_number'],
    ['$5 EUR', 'not_a_number'],
    ['$', 'not_a_number'],
    ['$$5', 'not_a_number'],
    ['--5', 'not_a_number'],
    ['5 5 USD', 'not_a_number'],
    ['5%', 'not_a_number'],
    ['$1.2K', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['1.00.000', 'not_a_number'],
    ['1,00,00', 'not_a_number'],
    ['100,00,000', 'not_a_number'],
    ['12,34.5', 'not_a_number'],
    ['1.000.50', 'not_a_number'],
    ['1,000,', 'not_a_number'],
    ['1.5,5', 'not_a_number'],
    ['1.000,000.50', 'not_a_number'],
    ['-5', 'not_positive'],
    ['-1,000.50', 'not_positive'],
    ['−$7.46', 'not_positive'],
    ['$-7.46', 'not_positive'],
    ['$ −7.46 USD', 'not_positive'],
    ['–7.46', 'not_positive'],
    ['0', 'not_positive'],
    ['0,00', 'not_positive'],
    ['1.005', 'too_many_decimals'],
    ['1,000.005', 'too_many_decimals'],
    ['1,000,000,000,000', 'too_large'],
  ])('parseTyped rejects %j: %s', (text, problem) => {
    expect(parseTyped('USD', text)).toEqual({ problem });
  });

  test('parseTyped reads every displayed amount back with any separators', longForm, () => {
    const locales = fc.constantFrom('.' as const, ',' as const);
    fc.assert(
      fc.property(fc.oneof(anyUsd, anyCoins), locales, locales, (amount: Amount, written, preferred) => {
        const { major, minor } = formatParts(amount);
        const english = major + minor;
        const text = written === '.' ? english : english.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
        return parseTyped(amount.asset, text, preferred).amount?.units === amount.units;
      }),
      runs,
    );
  });
});

describe('pasted amounts', () => {
  const anyName = fc.constantFrom('BTC', 'ETH', '1INCH', 'C98', 'USDC');
  const shownAmount = fc.oneof(
    fc.tuple(fc.constantFrom(...fiatCodes), anyFiatUnits).map(([code, units]) => amountOf<string>(code, units)),
    fc.tuple(anyName, anyFiatUnits).map(([code, units]) => amountOf<string>(code, units)),
  );
  const wrapped = fc.constantFrom(
    (text: string) => text,
    (text: string) => ` ${text}\n`,
    (text: string) => `\u200b${text}\ufeff`,
    (text: string) => `\u202d${text}\u202c`,
    (text: string) => `\u2068${text}\u2069`,
  );
  const writings: ((amount: Amount) => string)[] = [
    (amount) => formatAmount(amount),
    (amount) => formatAmount(amount, { sign: 'always' }),
    (amount) =>
      `${formatParts(amount).currency}${formatParts(amount).major}${formatParts(amount).minor} ${amount.asset}`,
    (amount) => `${amount.asset} ${toDecimal(amount)}`,
    (amount) => toDecimal(amount),
  ];

  test('parseTyped reads a copied amount of any asset back unchanged', longForm, () => {
    fc.assert(
      fc.property(
        shownAmount,
        wrapped,
        fc.constantFrom(...writings),
        fc.constantFrom('.' as const, ',' as const),
        (amount, wrap, write, preferred) => {
          const read = parseTyped(amount.asset, wrap(write(amount)), preferred);
          return read.amount?.units === amount.units;
        },
      ),
      runs,
    );
  });

  test('parseTyped rejects a negative amount as not positive', longForm, () => {
    fc.assert(
      fc.property(shownAmount, wrapped, ({ asset, units }, wrap) => {
        const text = wrap(formatAmount(amountOf(asset, -units)));
        return parseTyped(asset, text).problem === 'not_positive';
      }),
      runs,
    );
  });

  test('parseTyped rejects an amount of another asset', longForm, () => {
    fc.assert(
      fc.property(shownAmount, fc.constantFrom('USD', 'EUR', 'GBP', 'BTC'), (amount, asset) => {
        fc.pre(asset !== amount.asset && !asset.endsWith(amount.asset));
        return parseTyped(asset, formatAmount(amount)).amount === undefined;
      }),
      runs,
    );
  });
});

test.each(['1 2', '10 0', '1 0000', "5'5", '1 000 00'])(
  'parseTyped rejects %j, because spaces separate only groups of three',
  (text) => {
    expect(parseTyped('USD', text).problem).toBe('not_a_number');
  },
);

describe('digits of other scripts', () => {
  test('parseTyped reads the digits of every script', () => {
    const isDigit = (text: string) => /^\p{Nd}$/u.test(text);
    const digits = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).filter(isDigit);
    expect(digits.length).toBeGreaterThan(600);
    const read = digits.map((digit) => resultOf(parseTyped('USD', `1${digit}`)));
    expect(read).toEqual(digits.map((_, place) => BigInt(10 + (place % 10)) * 100n));
  });

  test.each([
    ['１２', 1_200n],
    ['１２．５０', 1_250n],
    ['１，０００．５０', 100_050n],
    ['١٢', 1_200n],
    ['١٢٫٥', 1_250n],
    ['١٬٠٠٠٫٥٠', 100_050n],
    ['١٬٠٠٠', 100_000n],
    ['۱۲٬۵۰۰', 1_250_000n],
    ['1,000٫5', 100_050n],
    ['1.000٫50', 100_050n],
    ['٫٥', 50n],
    ['१२.५', 1_250n],
    ['1٢', 1_200n],
  ])('parseTyped reads %j the same in both locales', (text, units) => {
    expect(resultOf(parseTyped('USD', text, '.'))).toBe(units);
    expect(resultOf(parseTyped('USD', text, ','))).toBe(units);
  });

  test('parseTyped never reads the Arabic decimal mark as a group separator', () => {
    expect(resultOf(parseTyped('BTC', '١٫٥٠٠', ','))).toBe(150_000_000n);
    expect(resultOf(parseTyped('BTC', '1.000٫000', ','))).toBe(100_000_000_000n);
  });

  test.each(['١٬٥', '١٫٠٠٠٫٠٠٠', '1٫5,5', '5²', '½', '①', '١٢٪'])('parseTyped rejects %j', (text) => {
    expect(parseTyped('USD', text).problem).toBe('not_a_number');
  });

  test('parseAmount accepts only ASCII digits', () => {
    expect(parseAmount('USD', '١٢').problem).toBe('not_a_number');
  });
});
