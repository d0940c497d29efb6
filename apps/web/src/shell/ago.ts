import { serverDate } from '../api/server-time.ts';
import { isSameDay, nearDayText } from '../wallet-ui/day-text.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Returns `just now`, `4 min ago` or `3 h ago` for today, then `yesterday`, `October 19` or `October 19, 2024`. */
export function ago(date: string, now = serverDate()): string {
  const elapsedMs = now.getTime() - Date.parse(date);
  if (elapsedMs < minuteMs) return 'just now';
  if (elapsedMs < hourMs) return `${Math.floor(elapsedMs / minuteMs)} min ago`;
  return isSameDay(date, now) ? `${Math.floor(elapsedMs / hourMs)} h ago` : nearDayText(date, now);
}
