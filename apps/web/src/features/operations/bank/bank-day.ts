import { serverDate, serverNow } from '../../../api/server-time.ts';
import { dateFormat } from '../../../ui/date-format.ts';

const withoutYear = dateFormat({ month: 'short', day: true, zone: 'UTC' });
const withYear = dateFormat({ month: 'short', day: true, year: true, zone: 'UTC' });

/** Formats a bank's day, which has no time zone: `Nov 20`, or `Nov 20, 2024` in another year. */
export const bankDayText = (day: string, now = serverDate()): string =>
  (day.startsWith(String(now.getFullYear())) ? withoutYear : withYear)(new Date(day));

const dayMs = 86_400_000;

/** Returns the age of a bank's day: `today`, `1 day`, `12 days`. */
export function bankDayAge(day: string, now = serverNow()): string {
  const days = Math.floor((now - Date.parse(day)) / dayMs);
  if (days < 1) return 'today';
  return days === 1 ? '1 day' : `${days} days`;
}
