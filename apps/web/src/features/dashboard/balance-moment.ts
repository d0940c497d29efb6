const daySeconds = 86_400;

/** A moment of the balance's history: with the time of day where there is more than one point in a day. */
export const momentText = (at: number, everySeconds: number): string =>
  (everySeconds < daySeconds ? toTheMinute : toTheDay).format(new Date(at * 1000));

const toTheDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric' });
const toTheMinute = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
