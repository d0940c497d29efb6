import { amountOf, type Amount } from './amount.ts';
import type { AssetCode } from './asset.ts';
import { divCeil, divFloor } from './rounding.ts';

/** Hundredths of a percent (rules api-17 and dashboard-21). */
export const feeBasisPoints = { send: 200n, buy: 150n, sell: 100n, exchange: 50n } as const;
export type FeeKind = keyof typeof feeBasisPoints;

/** The fee on an amount, rounded up to the unit, so that no split lowers it. */
export function feeOn<Code extends AssetCode>(kind: FeeKind, amount: Amount<Code>): Amount<Code> {
  return amountOf(amount.asset, divCeil(amount.units * feeBasisPoints[kind], 10_000n));
}

/** The largest amount that with its fee is not above this. */
export function largestWithFee<Code extends AssetCode>(kind: FeeKind, total: Amount<Code>): Amount<Code> {
  return amountOf(total.asset, divFloor(total.units * 10_000n, 10_000n + feeBasisPoints[kind]));
}

/** "2%" as the screens say it. */
export const feePercent = (kind: FeeKind): string => `${Number(feeBasisPoints[kind]) / 100}%`;
