/** When it was, as the lists say it: `Today, 09:12`, `Yesterday, 17:03`, `Oct 20, 21:47`, `Oct 20, 2024, 21:47`. */
export function transactionWhen(date: string, now = new Date()): string {
  const then = new Date(date);
  return `${dayName(then, now)}, ${clock.format(then)}`;
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayOfThisYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const dayOfAnyYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric' });

function dayName(then: Date, now: Date): string {
  if (isSameDay(then, now)) return 'Today';
  if (isSameDay(then, dayBefore(now))) return 'Yesterday';
  return (then.getFullYear() === now.getFullYear() ? dayOfThisYear : dayOfAnyYear).format(then);
}

const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString();

const dayBefore = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1);
