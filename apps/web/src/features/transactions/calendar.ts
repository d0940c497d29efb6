import { dateFormat } from '../../ui/date-format.ts';

/** A day as a heading over its transactions: `Today`, `Yesterday`, `Mon, Oct 20`, `Mon, Oct 20, 2024`. */
export function dayHeading(day: Date, now: Date): string {
  if (isSameDay(day, now)) return 'Today';
  if (isSameDay(day, daysBefore(now, 1))) return 'Yesterday';
  return (day.getFullYear() === now.getFullYear() ? dayOfThisYear : dayOfAnyYear)(day);
}

/** `09:12` */
export const clockTime = (date: Date): string => clock(date);

/** `Friday, October 24, 2025, 09:12` */
export const fullDate = (date: Date): string => `${longDay(date)}, ${clock(date)}`;

/** `December 21`, which of the coming weeks or months it is being clear. */
export const dayOfMonth = (date: Date): string => monthAndDay(date);

/** `October 2026` of `2026-10`. */
export const monthName = (month: string): string => monthAndYear(new Date(`${month}-01T00:00:00Z`));

/** `Oct 24, 2026` of `2026-10-24`. */
export const dayName = (day: string): string => shortDay(new Date(`${day}T00:00:00Z`));

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** The midnight that many calendar days back, in the reader's own time zone. */
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
const monthAndYear = dateFormat({ month: 'long', year: true, zone: 'UTC' });
const shortDay = dateFormat({ month: 'short', day: true, year: true, zone: 'UTC' });
const longDay = dateFormat({ weekday: 'long', month: 'long', day: true, year: true });
