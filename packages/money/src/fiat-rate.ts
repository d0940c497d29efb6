import { amountOf, type Amount } from './amount.ts';
import type { FiatCode } from './asset.ts';
import { divCeil, divFloor } from './rounding.ts';

/** The factors of the fiat total in USD (rule dashboard-22), in hundredths of a dollar per unit. */
const usdHundredthsPer: Record<FiatCode, bigint> = { USD: 100n, EUR: 109n, GBP: 127n };

/** Returns the dollars that an amount adds to a total, rounded down. */
export const usdEquivalentFloor = ({ asset, units }: Amount<FiatCode>): Amount<'USD'> =>
  amountOf('USD', divFloor(units * usdHundredthsPer[asset], 100n));

/** Returns the dollars that an amount uses of a limit, rounded up, so no split evades the limit. */
export const usdEquivalentCeil = ({ asset, units }: Amount<FiatCode>): Amount<'USD'> =>
  amountOf('USD', divCeil(units * usdHundredthsPer[asset], 100n));

/** Returns the largest amount of a currency that uses at most `limit`. */
export const largestWithin = <Code extends FiatCode>(limit: Amount<'USD'>, asset: Code): Amount<Code> =>
  amountOf(asset, divFloor(limit.units * 100n, usdHundredthsPer[asset]));
