import fc from 'fast-check';
import { amountOf, type FeeRate, type UsdPerCoin } from '../src/index.ts';

/** A trillion minus one unit: the largest amounts that users can enter. */
export const maxFiatUnits = 10n ** 14n - 1n;
const maxCoinUnits = 10n ** 20n - 1n;

/** From no fee to the highest configurable fee: 20 %. */
export const anyFeeRate: fc.Arbitrary<FeeRate> = fc.bigInt({ min: 0n, max: 2_000n });

export const anyFiatUnits = fc.bigInt({ min: 1n, max: maxFiatUnits });

/** Includes many small amounts, because rounding matters most for small amounts. */
export const anyUsd = fc.oneof(fc.bigInt({ min: 1n, max: 300n }), anyFiatUnits).map((units) => amountOf('USD', units));

export const anyCoins = fc
  .oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: maxCoinUnits }))
  .map((units) => amountOf('BTC', units));

/** From far below a cent to more than any coin costs, with up to 18 decimals. */
export const anyPrice: fc.Arbitrary<UsdPerCoin> = fc.record({
  units: fc.bigInt({ min: 1n, max: 10n ** 16n }),
  decimals: fc.integer({ min: 0, max: 18 }),
});
