import type { DateRange } from './screening-list.ts';

const DAY_DIFFERS = 0.98;
const YEAR_DIFFERS = 0.95;
const YEARS_DIFFER = 0.87;

/**
 * Returns the factor for a known birth date. The lists are often wrong by days or a year. Even a quite different date
 * only lowers the score: the same name stays above the threshold, but a similar name does not.
 */
export function birthFactor(birth: string | undefined, listed: readonly DateRange[]): number {
  if (birth === undefined || listed.length === 0) return 1;
  return Math.max(...listed.map((range) => factorFor(birth, range)));
}

function factorFor(birth: string, { from, to }: DateRange): number {
  if (birth >= from && birth <= to) return 1;
  const year = Number(birth.slice(0, 4));
  const distance = Math.max(Number(from.slice(0, 4)) - year, year - Number(to.slice(0, 4)));
  if (distance <= 0) return DAY_DIFFERS;
  return distance === 1 ? YEAR_DIFFERS : YEARS_DIFFER;
}
