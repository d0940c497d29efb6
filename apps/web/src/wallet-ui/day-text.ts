import { serverDate } from '../api/server-time.ts';
import { dateFormat } from '../ui/date-format.ts';

type Month = 'long' | 'short';

/** `October 23`, and of another year `October 23, 2024`. With a short month `Oct 23`, `Oct 23, 2024`. */
export function dayText(date: string, now = serverDate(), month: Month = 'long'): string {
  const day = new Date(date);
  const { ofThisYear, ofAnyYear } = formats[month];
  return (day.getFullYear() === now.getFullYear() ? ofThisYear : ofAnyYear)(day);
}

/** `today`, `yesterday`, else as `dayText` has it. */
export function nearDayText(date: string, now = serverDate(), month: Month = 'long'): string {
  if (isSameDay(date, now)) return 'today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return isSameDay(date, yesterday) ? 'yesterday' : dayText(date, now, month);
}

/** By the reader's own calendar. */
export const isSameDay = (date: string, day: Date): boolean => new Date(date).toDateString() === day.toDateString();

/** `09:20` by the reader's own clock. */
export const clockText = (date: string | number): string => clock(new Date(date));

/** `October 23, 09:20` */
export const momentText = (date: string): string => `${dayText(date)}, ${clockText(date)}`;

const formatsWith = (month: Month) => ({
  ofThisYear: dateFormat({ month, day: true }),
  ofAnyYear: dateFormat({ month, day: true, year: true }),
});
const formats: Record<Month, ReturnType<typeof formatsWith>> = {
  long: formatsWith('long'),
  short: formatsWith('short'),
};
const clock = dateFormat({ time: 'minute' });
