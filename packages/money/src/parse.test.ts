import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCoins, anyFiatUnits, maxFiatUnits } from '../test/any-amount.ts';
import { longForm, runs } from '../test/runs.ts';
import { amountOf } from './amount.ts';
import { fiatCodes } from './asset.ts';
import { toDecimal } from './format.ts';
import { parseAmount, type AmountProblem } from './parse.ts';

const unitsOf = (asset: string, input: string | number) => parseAmount(asset, input).amount?.units;
const problemOf = (asset: string, input: string | number) => parseAmount(asset, input).problem;

describe('parseAmount', () => {
  test.each([
    ['USD', '1', 100n],
    ['USD', '1.5', 150n],
    ['USD', '1.05', 105n],
    ['USD', '0.01', 1n],
    ['EUR', '007.10', 710n],
    ['GBP', '999999999999.99', maxFiatUnits],
    ['BTC', '0.00000001', 1n],
    ['BTC', '21000000', 2_100_000_000_000_000n],
    ['BTC', '999999999999.99999999', 99_999_999_999_999_999_999n],
    ['USD', 102, 10_200n],
    ['USD', 0.1, 10n],
    ['USD', 1.1, 110n],
    ['BTC', 0.000001, 100n],
  ])('parseAmount reads %s %j as %s units', (asset, input, units) => {
    expect(unitsOf(asset, input)).toBe(units);
  });

  test.each<[AmountProblem, string, string | number]>([
    ['not_a_number', 'USD', ''],
    ['not_a_number', 'USD', ' '],
    ['not_a_number', 'USD', ' 1'],
    ['not_a_number', 'USD', '1\n'],
    ['not_a_number', 'USD', 'abc'],
    ['not_a_number', 'USD', '1.'],
    ['not_a_number', 'USD', '.5'],
    ['not_a_number', 'USD', '.'],
    ['not_a_number', 'USD', '-'],
    ['not_a_number', 'USD', '+1'],
    ['not_a_number', 'USD', '1e2'],
    ['not_a_number', 'USD', '1E2'],
    ['not_a_number', 'USD', '0x10'],
    ['not_a_number', 'USD', '1_000'],
    ['not_a_number', 'USD', '1,000'],
    ['not_a_number', 'USD', '1,5'],
    ['not_a_number', 'USD', '1 000'],
    ['not_a_number', 'USD', '1.2.3'],
    ['not_a_number', 'USD', '$1'],
    ['not_a_number', 'USD', '1n'],
    ['not_a_number', 'USD', '١'],
    ['not_a_number', 'USD', '１'],
    ['not_a_number', 'USD', '−1'],
    ['not_a_number', 'USD', 'NaN'],
    ['not_a_number', 'USD', 'Infinity'],
    ['not_a_number', 'USD', Number.NaN],
    ['not_a_number', 'USD', Number.POSITIVE_INFINITY],
    ['not_a_number', 'USD', Number.NEGATIVE_INFINITY],
    ['not_a_number', 'USD', 1e21],
    ['not_a_number', 'BTC', 1e-7],
    ['not_a_number', 'USD', Number.MAX_VALUE],
    ['not_positive', 'USD', '0'],
    ['not_positive', 'USD', '0.00'],
    ['not_positive', 'USD', '000'],
    ['not_positive', 'USD', 0],
    ['not_positive', 'USD', -0],
    ['not_positive', 'USD', '-1'],
    ['not_positive', 'USD', '-.5'],
    ['not_positive', 'USD', -0.01],
    ['not_positive', 'BTC', '0.00000000'],
    ['too_many_decimals', 'USD', '1.001'],
    ['too_many_decimals', 'USD', '1.000'],
    ['too_many_decimals', 'USD', 1.005],
    ['too_many_decimals', 'USD', 0.1 + 0.2],
    ['too_many_decimals', 'BTC', '0.000000001'],
    ['too_many_decimals', 'BTC', '1.000000000'],
    ['too_large', 'USD', '1000000000000'],
    ['too_large', 'BTC', '1000000000000'],
    ['too_large', 'USD', '9'.repeat(10_000)],
    ['too_large', 'USD', 1e12],
    ['too_large', 'USD', Number.MAX_SAFE_INTEGER],
  ])('parseAmount returns %s for %s %j', (problem, asset, input) => {
    expect(parseAmount(asset, input)).toEqual({ problem });
  });

  test('parseAmount reads every toDecimal text back unchanged', longForm, () => {
    const anyAmount = fc.oneof(
      fc.tuple(fc.constantFrom(...fiatCodes), anyFiatUnits).map(([code, units]) => amountOf<string>(code, units)),
      anyCoins,
    );
    fc.assert(
      fc.property(anyAmount, (amount) => unitsOf(amount.asset, toDecimal(amount)) === amount.units),
      runs,
    );
  });

  // Rules: security-24
  test('parseAmount reads a JSON number as exactly its digits or rejects it', longForm, () => {
    fc.assert(
      fc.property(fc.double(), (number) => {
        const units = unitsOf('USD', number);
        return units === undefined || toDecimal(amountOf('USD', units)).startsWith(String(number));
      }),
      runs,
    );
  });

  test('parseAmount rejects every text except plain decimals', longForm, () => {
    const nearlyAnAmount = fc.string({ unit: fc.constantFrom(...'0123456789.,-+e '.split('')), maxLength: 18 });
    fc.assert(
      fc.property(nearlyAnAmount, (text) => {
        const plain = /^\d+(\.\d+)?$/.test(text);
        return plain ? problemOf('BTC', text) !== 'not_a_number' : unitsOf('BTC', text) === undefined;
      }),
      runs,
    );
  });
});
