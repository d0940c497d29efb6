import { add, amountOf, type Amount } from './amount.ts';
import type { FiatCode } from './asset.ts';
import { feeOn, largestWithFee, type FeeRate } from './fee.ts';
import type { UsdPerCoin } from './price.ts';
import { divCeil, divFloor, powerOfTen } from './rounding.ts';

/**
 * The mid-market value of one unit of each currency, in any common unit, because only the ratios count. All pairs use
 * this table.
 */
export type MidRates = Readonly<Record<FiatCode, UsdPerCoin>>;

const rateDecimals = 6;

/**
 * Prices an exchange at the mid rate. The received amount is rounded down and may be zero. The payer pays amount and
 * fee. No chain of exchanges gains, because all pairs use one table and all rounding favors the house.
 */
export function priceExchange<From extends FiatCode, To extends FiatCode>(
  amount: Amount<From>,
  to: To,
  rates: MidRates,
  feeRate: FeeRate,
) {
  const fee = feeOn(feeRate, amount);
  const { numerator, denominator } = crossRate(amount.asset, to, rates);
  const received = amountOf(to, divFloor(amount.units * numerator, denominator));
  return { amount, fee, total: add(amount, fee), received };
}

/** Prices the smallest exchange from `from` that returns at least `wanted`. The exchange may return one unit more. */
export function priceExchangeFor<From extends FiatCode, To extends FiatCode>(
  wanted: Amount<To>,
  from: From,
  rates: MidRates,
  feeRate: FeeRate,
) {
  const { numerator, denominator } = crossRate(from, wanted.asset, rates);
  return priceExchange(amountOf(from, divCeil(wanted.units * denominator, numerator)), wanted.asset, rates, feeRate);
}

/** Prices the largest exchange that costs at most `total`, fee included. One unit may remain. */
export const priceExchangeOf = <From extends FiatCode, To extends FiatCode>(
  total: Amount<From>,
  to: To,
  rates: MidRates,
  feeRate: FeeRate,
) => priceExchange(largestWithFee(feeRate, total), to, rates, feeRate);

/** Returns the units of `to` per unit of `from` with six decimals, rounded down. For display only. */
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
