import { amountOf, type Amount } from './amount.ts';
import type { AssetCode } from './asset.ts';
import { divCeil, divFloor } from './rounding.ts';

/** A fee in basis points: hundredths of a percent of the amount. */
export type FeeRate = bigint;
export type FeeKind = 'send' | 'buy' | 'sell' | 'exchange';
export type FeeRates = Readonly<Record<FeeKind, FeeRate>>;

/** The fees of an installation without configured fees (rules api-17 and dashboard-21). */
export const defaultFeeRates: FeeRates = { send: 200n, buy: 150n, sell: 100n, exchange: 50n };

/** Returns the fee on an amount, rounded up to the unit, so no split lowers the fee. */
export function feeOn<Code extends AssetCode>(rate: FeeRate, amount: Amount<Code>): Amount<Code> {
  return amountOf(amount.asset, divCeil(amount.units * rate, 10_000n));
}

/** Returns the largest amount that costs at most `total`, fee included. */
export function largestWithFee<Code extends AssetCode>(rate: FeeRate, total: Amount<Code>): Amount<Code> {
  return amountOf(total.asset, divFloor(total.units * 10_000n, 10_000n + rate));
}

/** Returns the fee in the form of the screens: `2%`. */
export const feePercent = (rate: FeeRate): string => `${Number(rate) / 100}%`;
