import { divFloor, type Amount } from '@florin/money';
import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';

/** A part of the total balance, as the bar and its legend show it. `tenths` are tenths of a percent. */
export type Share = {
  readonly label: string;
  readonly tint: 'c1' | 'c2' | 'c3' | 'c4' | 'c5';
  readonly tenths: bigint;
};

const coinTints = ['c1', 'c2', 'c3', 'c4'] as const;

/**
 * Returns the shares of US dollars and of the coins, most valuable first. With more than four coins, the fourth share
 * is `Other` and sums the rest.
 */
export function allocationOf(usd: Amount<'USD'>, holdings: readonly Holding[]): Share[] {
  const coins = withTints(holdings.map((holding) => ({ label: holding.symbol, units: valueOf(holding) })));
  const parts = [{ label: 'US Dollar', tint: 'c5' as const, units: usd.units }, ...coins];
  const whole = sumOf(parts);
  return parts
    .filter(({ units }) => units > 0n)
    .map(({ label, tint, units }) => ({ label, tint, tenths: divFloor(2000n * units + whole, 2n * whole) }));
}

/** Formats a share, such as `27.7%`. A share that rounds to zero is `<0.1%`. */
export const shareText = ({ tenths }: Share): string => (tenths === 0n ? '<0.1%' : `${tenths / 10n}.${tenths % 10n}%`);

type Part = { readonly label: string; readonly units: bigint };

function withTints(coins: readonly Part[]) {
  const ownTints = coins.length > coinTints.length ? coinTints.length - 1 : coins.length;
  const rest = coins.slice(ownTints);
  const parts = rest.length > 0 ? [...coins.slice(0, ownTints), { label: 'Other', units: sumOf(rest) }] : coins;
  return parts.map((part, index) => ({ ...part, tint: coinTints[index] ?? 'c4' }));
}

const valueOf = (holding: Holding) => fromExact('USD', holding.value_exact).units;

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { units }) => sum + units, 0n);
