export type DateParts = {
  readonly weekday?: 'short' | 'long';
  readonly month?: 'short' | 'long';
  readonly day?: true;
  readonly year?: true;
  /** 24-hour time, to the minute or to the second. */
  readonly time?: 'minute' | 'second';
  /** The user's time zone if unset. */
  readonly zone?: 'UTC';
};

const monthNames = 'January February March April May June July August September October November December'.split(' ');
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * Formats a date in English: `Friday, October 24`, `Oct 24, 2025, 09:20`, `October 2025`. Does not use
 * `Intl.DateTimeFormat`, because its first format delays the first screen by about 40 ms, and by four times as much on
 * a phone. A test compares the results.
 */
export function dateFormat(parts: DateParts): (date: Date | number) => string {
  return (given) => {
    const date = calendarDate(new Date(given), parts.zone);
    return [
      parts.weekday && shortened(dayNames[date.weekday], parts.weekday),
      dayPart(date, parts),
      timePart(date, parts),
    ]
      .filter(Boolean)
      .join(', ');
  };
}

type CalendarDate = ReturnType<typeof calendarDate>;

function calendarDate(date: Date, zone: 'UTC' | undefined) {
  const local = zone === 'UTC' ? date : new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return {
    weekday: local.getUTCDay(),
    year: local.getUTCFullYear(),
    month: local.getUTCMonth(),
    day: local.getUTCDate(),
    clock: local.toISOString().slice(11, 19),
  };
}

function dayPart(date: CalendarDate, { month, day, year }: DateParts): string {
  const name = month ? shortened(monthNames[date.month], month) : '';
  const inMonth = [name, day && date.day].filter(Boolean).join(' ');
  return year ? `${inMonth}${day ? ',' : ''} ${date.year}`.trim() : inMonth;
}

const timePart = ({ clock }: CalendarDate, { time }: DateParts): string =>
  time === undefined ? '' : time === 'second' ? clock : clock.slice(0, 5);

const shortened = (name = '', length: 'short' | 'long'): string => (length === 'short' ? name.slice(0, 3) : name);
