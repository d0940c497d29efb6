import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyFiatUnits } from '../test/any-amount.ts';
import { longForm, runs } from '../test/runs.ts';
import { amountOf } from './amount.ts';
import { fiatCodes } from './asset.ts';
import { usdEquivalentCeil, usdEquivalentFloor } from './fiat-rate.ts';

describe('USD equivalents', () => {
  test.each([
    ['USD', 10_001n, 10_001n, 10_001n],
    ['EUR', 10_000n, 10_900n, 10_900n],
    ['EUR', 1n, 1n, 2n],
    ['EUR', 101n, 110n, 111n],
    ['GBP', 10_000n, 12_700n, 12_700n],
    ['GBP', 1n, 1n, 2n],
  ] as const)('%s %s counts as %s USD in a total and as %s USD against a limit', (code, units, total, limit) => {
    expect(usdEquivalentFloor(amountOf(code, units))).toEqual(amountOf('USD', total));
    expect(usdEquivalentCeil(amountOf(code, units))).toEqual(amountOf('USD', limit));
  });

  test('no split of an amount evades a limit or increases a total', longForm, () => {
    fc.assert(
      fc.property(fc.constantFrom(...fiatCodes), anyFiatUnits, anyFiatUnits, (code, a, b) => {
        const [one, other, whole] = [amountOf(code, a), amountOf(code, b), amountOf(code, a + b)];
        return (
          usdEquivalentCeil(one).units + usdEquivalentCeil(other).units >= usdEquivalentCeil(whole).units &&
          usdEquivalentFloor(one).units + usdEquivalentFloor(other).units <= usdEquivalentFloor(whole).units
        );
      }),
      runs,
    );
  });
});
