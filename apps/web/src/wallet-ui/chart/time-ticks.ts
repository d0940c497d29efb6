import { dateFormat } from '../../ui/date-format.ts';

/** A label on the time axis, at a Unix time in seconds. */
export type TimeTick = { readonly at: number; readonly label: string };

/** The minimum distance between the centers of two labels. */
const gapPixels = 66;
/** The minimum distance between the center of a label and the end label. */
const endPixels = { Now: 50, Today: 66 } as const;

/**
 * Returns as many round times as fit between first and last, and the end label. The center of a label is at least
 * `startPixels` from the left.
 */
export function timeTicks(
  [first, last]: readonly [number, number],
  width: number,
  startPixels: number,
): { ticks: TimeTick[]; end: string } {
  const pixelsPerSecond = width / Math.max(1, last - first);
  const { unit, count } = steps.find((step) => secondsOf(step) * pixelsPerSecond >= gapPixels) ?? longestStep;
  const end = unit === 'minute' ? 'Now' : 'Today';
  const from = first + startPixels / pixelsPerSecond;
  const to = last - endPixels[end] / pixelsPerSecond;
  const ticks: TimeTick[] = [];
  for (let back = 0; ; back += count) {
    const date = momentBack[unit](new Date(last * 1000), count, back);
    const at = date.getTime() / 1000;
    if (at < from) return { ticks: ticks.toReversed(), end };
    if (at <= to) ticks.push({ at, label: labelOf(unit, date) });
  }
}

type Unit = 'minute' | 'day' | 'month' | 'year';
type Step = { readonly unit: Unit; readonly count: number };

const stepsOf = (unit: Unit, counts: readonly number[]) => counts.map((count): Step => ({ unit, count }));
const longestStep: Step = { unit: 'year', count: 20 };
const steps: readonly Step[] = [
  ...stepsOf('minute', [1, 5, 15, 30, 60, 120, 240, 360, 480, 720]),
  ...stepsOf('day', [1, 2, 5, 7, 14]),
  ...stepsOf('month', [1, 2, 3, 4, 6]),
  ...stepsOf('year', [1, 2, 5, 10]),
];

const unitSeconds: Record<Unit, number> = { minute: 60, day: 86_400, month: 30.4 * 86_400, year: 365 * 86_400 };
const secondsOf = ({ unit, count }: Step) => unitSeconds[unit] * count;

const roundDown = (value: number, count: number) => value - (value % count);

/**
 * Returns the round time `back` units before `last`, in the device's time zone. Days count back from the last day, so
 * that they stay evenly spaced across months.
 */
const momentBack: Record<Unit, (last: Date, count: number, back: number) => Date> = {
  minute: (last, count, back) => {
    const minutes = last.getHours() * 60 + last.getMinutes();
    return new Date(last.getFullYear(), last.getMonth(), last.getDate(), 0, roundDown(minutes, count) - back);
  },
  day: (last, _count, back) => new Date(last.getFullYear(), last.getMonth(), last.getDate() - back),
  month: (last, count, back) => new Date(last.getFullYear(), roundDown(last.getMonth(), count) - back),
  year: (last, count, back) => new Date(roundDown(last.getFullYear(), count) - back, 0),
};

function labelOf(unit: Unit, date: Date): string {
  switch (unit) {
    case 'minute':
      return clock(date);
    case 'day':
      return day(date);
    case 'month':
      return date.getMonth() === 0 ? String(date.getFullYear()) : month(date);
    case 'year':
      return String(date.getFullYear());
  }
}

const clock = dateFormat({ time: 'minute' });
const day = dateFormat({ month: 'short', day: true });
const month = dateFormat({ month: 'short' });
