import { dateFormat } from '../../ui/date-format.ts';

/** Formats a day heading: `Today`, `Yesterday`, `Mon, Oct 20` or `Mon, Oct 20, 2024`. */
export function dayHeading(day: Date, now: Date): string {
  if (isSameDay(day, now)) return 'Today';
  if (isSameDay(day, daysBefore(now, 1))) return 'Yesterday';
  return (day.getFullYear() === now.getFullYear() ? dayOfThisYear : dayOfAnyYear)(day);
}

/** Formats a time, such as `09:12`. */
export const clockTime = (date: Date): string => clock(date);

/** Formats date and time, such as `Friday, October 24, 2025, 09:12`. */
export const fullDate = (date: Date): string => `${longDay(date)}, ${clock(date)}`;

/** Formats a date in the next months without its year, such as `December 21`. */
export const dayOfMonth = (date: Date): string => monthAndDay(date);

/** Formats a day: `2026-10-24` becomes `Oct 24, 2026`. */
export const dayName = (day: string): string => shortDay(new Date(`${day}T00:00:00Z`));

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** Returns the midnight that starts the day `days` calendar days earlier, in the browser's time zone. */
export const daysBefore = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() - days);

export const firstOfMonth = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), 1);

const clock = dateFormat({ time: 'minute' });
const dayOfThisYear = dateFormat({ weekday: 'short', month: 'short', day: true });
const dayOfAnyYear = dateFormat({
  weekday: 'short',
  month: 'short',
  day: true,
  year: true,
});
const monthAndDay = dateFormat({ month: 'long', day: true });
const shortDay = dateFormat({ month: 'short', day: true, year: true, zone: 'UTC' });
const longDay = dateFormat({ weekday: 'long', month: 'long', day: true, year: true });
