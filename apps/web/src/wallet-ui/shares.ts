import type { Amount } from '@florin/money';
import { fromExact } from '../api/exact.ts';
import type { Holding } from '../api/read/answers.ts';

/** A part of a whole, in the smallest unit. */
type Part = { readonly name: string; readonly units: bigint };

export type Share = {
  readonly name: string;
  /** Tenths of a percent, rounded. */
  readonly permille: number;
};

/** A share of the total balance, with the color of its bar. */
export type BalanceShare = Share & { readonly tint: Tint };

type Tint = 'share-1' | 'share-2' | 'share-3' | 'share-4' | 'share-5';

/** The number of distinguishable colors. */
const maxHoldings = 5;
const coinTints = ['share-1', 'share-2', 'share-3', 'share-4'] as const;

/** Returns the holdings' shares of their total value, largest first. Groups the smallest holdings beyond five. */
export function sharesOfHoldings(holdings: readonly Holding[]): readonly Share[] {
  const parts = holdings
    .map((holding) => ({ name: holding.name, units: valueOf(holding) }))
    .toSorted((a, b) => Number(b.units - a.units));
  return sharesOf(groupRest(parts, maxHoldings, (count) => `${count} others`));
}

/**
 * Returns the shares of US dollars and of the coins, most valuable first. With more than four coins, the fourth share
 * is `Other` and sums the rest.
 */
export function sharesOfBalance(usd: Amount<'USD'>, holdings: readonly Holding[]): readonly BalanceShare[] {
  const coins = groupRest(
    holdings.map((holding) => ({ name: holding.symbol, units: valueOf(holding) })),
    coinTints.length,
    () => 'Other',
  ).map((part, index) => ({ ...part, tint: coinTints[index] ?? 'share-4' }));
  const parts = [{ name: 'US Dollar', tint: 'share-5' as const, units: usd.units }, ...coins];
  return sharesOf(parts.filter(({ units }) => units > 0n));
}

function sharesOf<P extends Part>(parts: readonly P[]): (Omit<P, 'units'> & Share)[] {
  const whole = sumOf(parts);
  if (whole === 0n) return [];
  return parts.map(({ units, ...part }) => ({ ...part, permille: permilleOf(units, whole) }));
}

/** Sums the last parts if there are more than `max`. */
function groupRest(parts: readonly Part[], max: number, nameOf: (count: number) => string): readonly Part[] {
  if (parts.length <= max) return parts;
  const rest = parts.slice(max - 1);
  return [...parts.slice(0, max - 1), { name: nameOf(rest.length), units: sumOf(rest) }];
}

const valueOf = ({ value_exact }: Holding) => fromExact('USD', value_exact).units;

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { units }) => sum + units, 0n);

/** Returns the share in permille, rounded. Zero if the whole is zero. */
export const permilleOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 2000n + whole) / (whole * 2n));

/** Formats permille as percent, such as `39.3%`. */
export const permilleText = (permille: number): string => `${Math.floor(permille / 10)}.${permille % 10}%`;

/** Formats a share of the balance. The text is never zero: a share that rounds to zero is `<0.1%`. */
export const shareText = ({ permille }: Share): string => (permille === 0 ? '<0.1%' : permilleText(permille));
