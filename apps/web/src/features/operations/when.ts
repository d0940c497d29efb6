import { serverDate, serverNow } from '../../api/server-time.ts';
import { clockText, dayText, isSameDay } from '../../wallet-ui/day-text.ts';
import { dateFormat } from '../../ui/date-format.ts';

/** Returns the age of a queue entry: `12 min`, `22 h`, `3 d`. */
export function age(date: string, now = serverNow()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(date)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** Formats a time in the viewer's time zone: `09:31` today, `Oct 20, 09:31` before. */
export const when = (date: string, now = serverDate()): string => withDay(date, now, clockText(date));

/** Like `when`, with seconds: `09:31:07`. */
export const whenExactly = (date: string, now = serverDate()): string =>
  withDay(date, now, secondsFormat(new Date(date)));

const withDay = (date: string, now: Date, time: string): string =>
  isSameDay(date, now) ? time : `${dayText(date, now, 'short')}, ${time}`;

const secondsFormat = dateFormat({ time: 'second' });
