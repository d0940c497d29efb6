const dayMs = 86_400_000;

/**
 * So many months after a moment, in UTC: the same day and time, or the last day of a month that is too short. Counted
 * from the start each time, so that what began on the 31st comes back to it.
 */
export function monthsAfter(start: Date, months: number): Date {
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + months;
  const day = Math.min(start.getUTCDate(), daysInMonth(year, month));
  return new Date(Date.UTC(year, month, day) + timeOfDay(start));
}

/** Months beyond December are those of the next year. */
const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

const timeOfDay = (date: Date) =>
  date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());

/** The last moment of the day that is so many days after a moment's, in UTC: until it, it is the day that is named. */
export const endOfDayAfter = (moment: Date, days: number): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + days + 1) - 1);

/** Days from one moment to another, a begun one included; none where it has passed. */
export const daysBetween = (from: Date, until: Date): number =>
  Math.max(0, Math.ceil((until.getTime() - from.getTime()) / dayMs));
