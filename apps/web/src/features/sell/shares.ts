import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';

type Share = {
  readonly name: string;
  /** Tenths of a percent of the whole, to the nearest. */
  readonly permille: number;
};

/** As many as there are colours to tell apart. */
const mostShares = 5;

/** How the value is spread, largest first; what is left over after the colours are used up goes together. */
export function sharesOf(holdings: readonly Holding[]): readonly Share[] {
  const parts = holdings
    .map(({ name, value_exact }) => ({ name, cents: fromExact('USD', value_exact).units }))
    .toSorted((a, b) => Number(b.cents - a.cents));
  const whole = sumOf(parts);
  if (whole === 0n) return [];
  return grouped(parts).map(({ name, cents }) => ({ name, permille: permilleOf(cents, whole) }));
}

type Part = { readonly name: string; readonly cents: bigint };

function grouped(parts: readonly Part[]): readonly Part[] {
  if (parts.length <= mostShares) return parts;
  const rest = parts.slice(mostShares - 1);
  return [...parts.slice(0, mostShares - 1), { name: `${rest.length} others`, cents: sumOf(rest) }];
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { cents }) => sum + cents, 0n);

/** Rounded to the nearest; of nothing, nothing. */
export const permilleOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 2000n + whole) / (whole * 2n));

/** `39.3%` */
export const permilleText = (permille: number): string => `${Math.floor(permille / 10)}.${permille % 10}%`;
