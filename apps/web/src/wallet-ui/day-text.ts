import { serverDate } from '../api/server-time.ts';
import { dateFormat } from '../ui/date-format.ts';

type Month = 'long' | 'short';

/** Formats a day as `October 23` or `Oct 23`. Adds the year if it is not the current year: `October 23, 2024`. */
export function dayText(date: string, now = serverDate(), month: Month = 'long'): string {
  const day = new Date(date);
  const { withoutYear, withYear } = formats[month];
  return (day.getFullYear() === now.getFullYear() ? withoutYear : withYear)(day);
}

/** Returns `today`, `yesterday`, or the day as `dayText` formats it. */
export function nearDayText(date: string, now = serverDate(), month: Month = 'long'): string {
  if (isSameDay(date, now)) return 'today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return isSameDay(date, yesterday) ? 'yesterday' : dayText(date, now, month);
}

/** Compares days in the device's time zone. */
export const isSameDay = (date: string, day: Date): boolean => new Date(date).toDateString() === day.toDateString();

/** Formats a time as `09:20` in the device's time zone. */
export const clockText = (date: string | number): string => clock(new Date(date));

/** Formats a day and time, such as `October 23, 09:20`. */
export const momentText = (date: string): string => `${dayText(date)}, ${clockText(date)}`;

const formatsWith = (month: Month) => ({
  withoutYear: dateFormat({ month, day: true }),
  withYear: dateFormat({ month, day: true, year: true }),
});
const formats: Record<Month, ReturnType<typeof formatsWith>> = {
  long: formatsWith('long'),
  short: formatsWith('short'),
};
const clock = dateFormat({ time: 'minute' });
