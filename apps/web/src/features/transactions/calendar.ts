/** A day as a heading over its transactions: `Today`, `Yesterday`, `Mon, Oct 20`, `Mon, Oct 20, 2024`. */
export function dayHeading(day: Date, now: Date): string {
  if (isSameDay(day, now)) return 'Today';
  if (isSameDay(day, daysBefore(now, 1))) return 'Yesterday';
  return (day.getFullYear() === now.getFullYear() ? dayOfThisYear : dayOfAnyYear).format(day);
}

/** `09:12` */
export const clockTime = (date: Date): string => clock.format(date);

/** `Friday, October 24, 2025, 09:12` */
export const fullDate = (date: Date): string => `${longDay.format(date)}, ${clock.format(date)}`;

/** `December 21`, which of the coming weeks or months it is being clear. */
export const dayOfMonth = (date: Date): string => monthAndDay.format(date);

/** `October 2026` of `2026-10`. */
export const monthName = (month: string): string => monthAndYear.format(new Date(`${month}-01T00:00:00Z`));

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** The midnight that many calendar days back, in the reader's own time zone. */
export const daysBefore = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() - days);

export const firstOfMonth = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), 1);

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayOfThisYear = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric' });
const dayOfAnyYear = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const monthAndDay = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric' });
const monthAndYear = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
