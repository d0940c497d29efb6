import { amountOf, type Amount } from './amount.ts';
import type { AssetCode } from './asset.ts';
import { divCeil, divFloor } from './rounding.ts';

/** The fees in basis points (rules api-17 and dashboard-21). */
export const feeBasisPoints = { send: 200n, buy: 150n, sell: 100n, exchange: 50n } as const;
export type FeeKind = keyof typeof feeBasisPoints;

/** Returns the fee on an amount, rounded up to the unit, so no split lowers it. */
export function feeOn<Code extends AssetCode>(kind: FeeKind, amount: Amount<Code>): Amount<Code> {
  return amountOf(amount.asset, divCeil(amount.units * feeBasisPoints[kind], 10_000n));
}

/** Returns the largest amount whose sum with its fee is at most `total`. */
export function largestWithFee<Code extends AssetCode>(kind: FeeKind, total: Amount<Code>): Amount<Code> {
  return amountOf(total.asset, divFloor(total.units * 10_000n, 10_000n + feeBasisPoints[kind]));
}

/** Returns the fee as screens show it: `2%`. */
export const feePercent = (kind: FeeKind): string => `${Number(feeBasisPoints[kind]) / 100}%`;
