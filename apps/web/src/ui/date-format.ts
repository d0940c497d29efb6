export type DateParts = {
  readonly weekday?: 'short' | 'long';
  readonly month?: 'short' | 'long';
  readonly day?: true;
  readonly year?: true;
  /** By the clock of 24 hours, to the minute or to the second. */
  readonly time?: 'minute' | 'second';
  /** By the reader's own clock and calendar otherwise. */
  readonly zone?: 'UTC';
};

const monthNames = 'January February March April May June July August September October November December'.split(' ');
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * Says a date in English, as `Intl.DateTimeFormat` does (the tests hold them to be the same): `Friday, October 24`,
 * `Oct 24, 2025, 09:20`, `October 2025`. That one takes some 40 ms of the first screen to make its first format, and four
 * times that on a phone.
 */
export function dateFormat(parts: DateParts): (date: Date | number) => string {
  return (given) => {
    const date = partsOf(new Date(given), parts.zone);
    return [
      parts.weekday && shortened(dayNames[date.weekday], parts.weekday),
      dayPart(date, parts),
      timePart(date, parts),
    ]
      .filter(Boolean)
      .join(', ');
  };
}

type Read = ReturnType<typeof partsOf>;

function partsOf(date: Date, zone: 'UTC' | undefined) {
  const local = zone === 'UTC' ? date : new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return {
    weekday: local.getUTCDay(),
    year: local.getUTCFullYear(),
    month: local.getUTCMonth(),
    day: local.getUTCDate(),
    clock: local.toISOString().slice(11, 19),
  };
}

function dayPart(date: Read, { month, day, year }: DateParts): string {
  const name = month ? shortened(monthNames[date.month], month) : '';
  const inMonth = [name, day && date.day].filter(Boolean).join(' ');
  return year ? `${inMonth}${day ? ',' : ''} ${date.year}`.trim() : inMonth;
}

const timePart = ({ clock }: Read, { time }: DateParts): string =>
  time === undefined ? '' : time === 'second' ? clock : clock.slice(0, 5);

const shortened = (name = '', length: 'short' | 'long'): string => (length === 'short' ? name.slice(0, 3) : name);
