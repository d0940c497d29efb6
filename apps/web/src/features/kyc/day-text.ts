const thisYear = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric' });
const anyYear = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** `October 23`, and of another year `October 23, 2024`. */
export function dayText(date: string, now = new Date()): string {
  const day = new Date(date);
  return (day.getFullYear() === now.getFullYear() ? thisYear : anyYear).format(day);
}

/** `09:20` */
export const clockText = (date: string): string => clock.format(new Date(date));
