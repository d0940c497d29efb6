/** How long ago, as a queue counts it: `12 min`, `22 h`, `3 d`. */
export function age(date: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(date)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** In the viewer's zone: `09:31` today, `Oct 20, 09:31` before. */
export const when = (date: string, now = new Date()): string => sayWhen(date, now, minutes);

/** The same to the second: `09:31:07`. */
export const whenExactly = (date: string, now = new Date()): string => sayWhen(date, now, seconds);

function sayWhen(date: string, now: Date, clock: Intl.DateTimeFormat): string {
  const then = new Date(date);
  if (then.toDateString() === now.toDateString()) return clock.format(then);
  const day = then.getFullYear() === now.getFullYear() ? dayOfThisYear : dayOfAnyYear;
  return `${day.format(then)}, ${clock.format(then)}`;
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const minutes = new Intl.DateTimeFormat('en', time);
const seconds = new Intl.DateTimeFormat('en', { ...time, second: '2-digit' });
const dayOfThisYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const dayOfAnyYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric' });
