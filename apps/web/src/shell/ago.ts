const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** `just now`, `4 min ago`, `3 h ago` today; then `yesterday`, `October 19`, `October 19, 2024`. */
export function ago(date: string, now = new Date()): string {
  const then = new Date(date);
  const passedMs = now.getTime() - then.getTime();
  if (passedMs < minuteMs) return 'just now';
  if (passedMs < hourMs) return `${Math.floor(passedMs / minuteMs)} min ago`;
  if (isSameDay(then, now)) return `${Math.floor(passedMs / hourMs)} h ago`;
  if (isSameDay(then, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return 'yesterday';
  return (then.getFullYear() === now.getFullYear() ? dayOfThisYear : dayOfAnyYear).format(then);
}

const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString();

const dayOfThisYear = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric' });
const dayOfAnyYear = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', year: 'numeric' });
