import { serverDate } from '../api/server-time.ts';
import { isSameDay, nearDayText } from '../wallet-ui/day-text.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** `just now`, `4 min ago`, `3 h ago` today; then `yesterday`, `October 19`, `October 19, 2024`. */
export function ago(date: string, now = serverDate()): string {
  const passedMs = now.getTime() - Date.parse(date);
  if (passedMs < minuteMs) return 'just now';
  if (passedMs < hourMs) return `${Math.floor(passedMs / minuteMs)} min ago`;
  return isSameDay(date, now) ? `${Math.floor(passedMs / hourMs)} h ago` : nearDayText(date, now);
}
