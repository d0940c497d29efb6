import { dateFormat } from '../ui/date-format.ts';

/** Returns the UTC month of a timestamp, such as `2026-11`. */
export const monthOf = (timestamp: string): string => timestamp.slice(0, 7);

/** Returns all months from first to last, newest first. */
export function monthsBetween(first: string, last: string): string[] {
  const count = Math.max(0, ordinalOf(last) - ordinalOf(first));
  return Array.from({ length: count + 1 }, (_, i) => monthAt(ordinalOf(last) - i));
}

const ordinalOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

const monthAt = (ordinal: number) => `${Math.floor(ordinal / 12)}-${String((ordinal % 12) + 1).padStart(2, '0')}`;

/** Formats a month: `2026-10` becomes `October 2026`. */
export const monthName = (month: string): string => monthAndYear(new Date(`${month}-01T00:00:00Z`));

const monthAndYear = dateFormat({ month: 'long', year: true, zone: 'UTC' });
