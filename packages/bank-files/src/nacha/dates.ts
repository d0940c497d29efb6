const DAY = 86_400_000;
const YEAR_OF_FIRST_FILES = 74;

/** Returns `YYYY-MM-DD` from `YYMMDD`. Returns null for a blank field, and undefined for an invalid date. */
export function dateOf(text: string): string | null | undefined {
  if (/^0*$/.test(text)) return null;
  if (!/^\d{6}$/.test(text)) return undefined;
  const century = Number(text.slice(0, 2)) < YEAR_OF_FIRST_FILES ? '20' : '19';
  const date = `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  const time = Date.parse(date);
  return Number.isNaN(time) || isoDate(time) !== date ? undefined : date;
}

/**
 * Returns the date of a day of the year. Chooses the year with the date nearest to `near`. Returns null without a day.
 */
export function dateOfDay(text: string, near: string | null): string | null {
  const day = Number(text);
  if (near === null || !/^\d{3}$/.test(text) || day < 1 || day > 366) return null;
  const target = Date.parse(near);
  const year = Number(near.slice(0, 4));
  const times = [year - 1, year, year + 1].map((one) => Date.UTC(one, 0, day));
  return isoDate(times.reduce((best, time) => (Math.abs(time - target) < Math.abs(best - target) ? time : best)));
}

const isoDate = (time: number): string => new Date(Math.floor(time / DAY) * DAY).toISOString().slice(0, 10);
