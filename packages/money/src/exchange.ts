import { add, amountOf, type Amount } from './amount.ts';
import type { FiatCode } from './asset.ts';
import { feeOn, largestWithFee } from './fee.ts';
import type { UsdPerCoin } from './price.ts';
import { divCeil, divFloor, powerOfTen } from './rounding.ts';

/** What one unit of each currency is worth in dollars at the middle of the market: one table for every pair. */
export type MidRates = Readonly<Record<FiatCode, UsdPerCoin>>;

const rateDecimals = 6;

/**
 * Exchanging: `amount` is turned into the other currency at the mid rate, rounded down; whoever exchanges pays amount
 * and fee. What is received may be zero. As every pair is crossed from the same table and every rounding and fee is
 * against who exchanges, no chain of exchanges gains.
 */
export function priceExchange<From extends FiatCode, To extends FiatCode>(
  amount: Amount<From>,
  to: To,
  rates: MidRates,
) {
  const fee = feeOn('exchange', amount);
  const { numerator, denominator } = crossRate(amount.asset, to, rates);
  const received = amountOf(to, divFloor(amount.units * numerator, denominator));
  return { amount, fee, total: add(amount, fee), received };
}

/** The smallest exchange out of `from` that brings at least `wanted`. It may bring a unit more. */
export function priceExchangeFor<From extends FiatCode, To extends FiatCode>(
  wanted: Amount<To>,
  from: From,
  rates: MidRates,
) {
  const { numerator, denominator } = crossRate(from, wanted.asset, rates);
  return priceExchange(amountOf(from, divCeil(wanted.units * denominator, numerator)), wanted.asset, rates);
}

/** The largest exchange that with its fee takes no more than `total`. It may leave a unit. */
export const priceExchangeOf = <From extends FiatCode, To extends FiatCode>(
  total: Amount<From>,
  to: To,
  rates: MidRates,
) => priceExchange(largestWithFee('exchange', total), to, rates);

/** One unit of `from` in `to`, six decimals, rounded down: to be read, not to be multiplied with. */
export function rateText(from: FiatCode, to: FiatCode, rates: MidRates): string {
  const { numerator, denominator } = crossRate(from, to, rates);
  const scaled = divFloor(numerator * powerOfTen(rateDecimals), denominator)
    .toString()
    .padStart(rateDecimals + 1, '0');
  return `${scaled.slice(0, -rateDecimals)}.${scaled.slice(-rateDecimals)}`;
}

function crossRate(from: FiatCode, to: FiatCode, rates: MidRates) {
  const [source, target] = [rates[from], rates[to]];
  return {
    numerator: source.units * powerOfTen(target.decimals),
    denominator: target.units * powerOfTen(source.decimals),
  };
}
