import { divFloor, type Amount } from '@florin/money';
import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';

/** A part of the total balance, in tenths of a percent: what the bar and its legend show. */
export type Share = {
  readonly label: string;
  readonly tint: 'c1' | 'c2' | 'c3' | 'c4' | 'c5';
  readonly tenths: bigint;
};

const coinTints = ['c1', 'c2', 'c3', 'c4'] as const;

/** The dollars and the coins, most valuable first. Coins beyond the fourth tint are one part together. */
export function allocationOf(usd: Amount<'USD'>, holdings: readonly Holding[]): Share[] {
  const coins = inTints(holdings.map((holding) => ({ label: holding.symbol, units: valueOf(holding) })));
  const parts = [{ label: 'US Dollar', tint: 'c5' as const, units: usd.units }, ...coins];
  const whole = sumOf(parts);
  return parts
    .filter(({ units }) => units > 0n)
    .map(({ label, tint, units }) => ({ label, tint, tenths: divFloor(2000n * units + whole, 2n * whole) }));
}

/** `27.7%`; a part too small to show as a tenth says so. */
export const shareText = ({ tenths }: Share): string => (tenths === 0n ? '<0.1%' : `${tenths / 10n}.${tenths % 10n}%`);

type Part = { readonly label: string; readonly units: bigint };

function inTints(coins: readonly Part[]) {
  const kept = coins.length > coinTints.length ? coinTints.length - 1 : coins.length;
  const rest = coins.slice(kept);
  const parts = rest.length > 0 ? [...coins.slice(0, kept), { label: 'Other', units: sumOf(rest) }] : coins;
  return parts.map((part, index) => ({ ...part, tint: coinTints[index] ?? 'c4' }));
}

const valueOf = (holding: Holding) => fromExact('USD', holding.value_exact).units;

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { units }) => sum + units, 0n);
