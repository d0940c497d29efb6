const dayMs = 86_400_000;

/**
 * Returns the moment that is the given number of months later, in UTC: the same day and time, or the last day of a
 * shorter month. Always counts from the start, so a start on the 31st leads to the 31st again after a shorter month.
 */
export function monthsAfter(start: Date, months: number): Date {
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + months;
  const day = Math.min(start.getUTCDate(), daysInMonth(year, month));
  return new Date(Date.UTC(year, month, day) + timeOfDay(start));
}

/** Accepts months beyond December as months of the next year. */
const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

const timeOfDay = (date: Date) =>
  date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());

/** Returns the last millisecond of the day that is `days` days later, in UTC. */
export const endOfDayAfter = (moment: Date, days: number): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + days + 1) - 1);

/** Returns the days between two moments, counting a started day. Returns 0 if `until` has passed. */
export const daysBetween = (from: Date, until: Date): number =>
  Math.max(0, Math.ceil((until.getTime() - from.getTime()) / dayMs));
