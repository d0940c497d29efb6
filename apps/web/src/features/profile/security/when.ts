const dayOfThisYear = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric' });
const dayOfAnyYear = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', year: 'numeric' });

/** `today`, `yesterday`, `August 3`, `August 3, 2024`. */
export function dayText(date: string, now = new Date()): string {
  const then = new Date(date);
  if (isSameDay(then, now)) return 'today';
  if (isSameDay(then, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return 'yesterday';
  return (then.getFullYear() === now.getFullYear() ? dayOfThisYear : dayOfAnyYear).format(then);
}

/** The same in a sentence: `on August 3`. */
export function onDay(date: string, now = new Date()): string {
  const day = dayText(date, now);
  return /\d/.test(day) ? `on ${day}` : day;
}

const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString();
