import { dateFormat } from '../../ui/date-format.ts';

const daySeconds = 86_400;

/** A moment of the balance's history: with the time of day where there is more than one point in a day. */
export const momentText = (at: number, everySeconds: number): string =>
  (everySeconds < daySeconds ? toTheMinute : toTheDay)(new Date(at * 1000));

const toTheDay = dateFormat({ month: 'short', day: true, year: true });
const toTheMinute = dateFormat({
  month: 'short',
  day: true,
  time: 'minute',
});
