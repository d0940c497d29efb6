import fc from 'fast-check';
import { amountOf, type UsdPerCoin } from '../src/index.ts';

/** A million million less one unit: the largest amounts that can be typed. */
export const maxFiatUnits = 10n ** 14n - 1n;
const maxCoinUnits = 10n ** 20n - 1n;

export const anyFiatUnits = fc.bigInt({ min: 1n, max: maxFiatUnits });

/** Many small ones too, where rounding bites. */
export const anyUsd = fc.oneof(fc.bigInt({ min: 1n, max: 300n }), anyFiatUnits).map((units) => amountOf('USD', units));

export const anyCoins = fc
  .oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: maxCoinUnits }))
  .map((units) => amountOf('BTC', units));

/** From far below a cent to more than any coin costs, with as many decimals as a price may have. */
export const anyPrice: fc.Arbitrary<UsdPerCoin> = fc.record({
  units: fc.bigInt({ min: 1n, max: 10n ** 16n }),
  decimals: fc.integer({ min: 0, max: 18 }),
});
