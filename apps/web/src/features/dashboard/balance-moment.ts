import { dateFormat } from '../../ui/date-format.ts';

const daySeconds = 86_400;

/** Formats a point of the balance history. `at` is in seconds. Adds the time if a day has several points. */
export const momentText = (at: number, everySeconds: number): string =>
  (everySeconds < daySeconds ? dayAndTime : dayOnly)(new Date(at * 1000));

const dayOnly = dateFormat({ month: 'short', day: true, year: true });
const dayAndTime = dateFormat({
  month: 'short',
  day: true,
  time: 'minute',
});
