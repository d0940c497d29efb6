import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';

type Share = {
  readonly name: string;
  /** Tenths of a percent, rounded. */
  readonly permille: number;
};

/** The number of distinguishable colors. */
const maxShares = 5;

/** Returns the holdings' shares of the total value, largest first. Groups the smallest ones beyond `maxShares`. */
export function sharesOf(holdings: readonly Holding[]): readonly Share[] {
  const parts = holdings
    .map(({ name, value_exact }) => ({ name, cents: fromExact('USD', value_exact).units }))
    .toSorted((a, b) => Number(b.cents - a.cents));
  const whole = sumOf(parts);
  if (whole === 0n) return [];
  return groupSmallest(parts).map(({ name, cents }) => ({ name, permille: permilleOf(cents, whole) }));
}

type Part = { readonly name: string; readonly cents: bigint };

function groupSmallest(parts: readonly Part[]): readonly Part[] {
  if (parts.length <= maxShares) return parts;
  const rest = parts.slice(maxShares - 1);
  return [...parts.slice(0, maxShares - 1), { name: `${rest.length} others`, cents: sumOf(rest) }];
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { cents }) => sum + cents, 0n);

/** Returns the share in permille, rounded. Zero if the whole is zero. */
export const permilleOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 2000n + whole) / (whole * 2n));

/** Formats permille as percent, such as `39.3%`. */
export const permilleText = (permille: number): string => `${Math.floor(permille / 10)}.${permille % 10}%`;
