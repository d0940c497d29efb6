import { describe, expect, test } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const seconds = (...date: [number, number, number, number?, number?]) => new Date(...date).getTime() / 1000;
const day = 86_400;

/** October 24: months count from 0, as in `Date`. */
const now = seconds(2026, 9, 24, 9, 57);
const labels = (days: number, width: number) => {
  const { ticks, end } = timeTicks([now - days * day, now], width, 14);
  return [...ticks.map(({ label }) => label), end];
};

describe('time ticks', () => {
  test('time ticks use a step that fits the span at desktop width', () => {
    expect(labels(1, 720)).toEqual(['12:00', '16:00', '20:00', '00:00', '04:00', '08:00', 'Now']);
    expect(labels(7, 720)).toEqual(['Oct 18', 'Oct 19', 'Oct 20', 'Oct 21', 'Oct 22', 'Oct 23', 'Today']);
    expect(labels(30, 720)).toEqual(['Sep 29', 'Oct 4', 'Oct 9', 'Oct 14', 'Oct 19', 'Today']);
    expect(labels(365, 720)).toEqual(['Nov', '2026', 'Mar', 'May', 'Jul', 'Sep', 'Today']);
    expect(labels(4 * 365, 720)).toEqual(['2023', 'Jul', '2024', 'Jul', '2025', 'Jul', '2026', 'Today']);
  });

  test.each([1, 7, 30, 365, 1500, 9000])('time ticks over %d days do not overlap on a phone', (days) => {
    const width = 290;
    const { ticks, end } = timeTicks([now - days * day, now], width, 14);
    const middles = ticks.map(({ at }) => ((at - (now - days * day)) / (days * day)) * width);
    const widthOf = (label: string) => label.length * 6.6;
    expect(ticks.length).toBeGreaterThan(0);
    for (const [i, middle] of middles.entries()) {
      const label = ticks[i]?.label ?? '';
      const next = middles[i + 1];
      const right = middle + widthOf(label) / 2;
      expect(middle - widthOf(label) / 2).toBeGreaterThan(-12);
      expect(right).toBeLessThan(next === undefined ? width - widthOf(end) : next - widthOf(label) / 2);
    }
  });

  test('time ticks are at round times in the device’s time zone', () => {
    for (const { at } of timeTicks([now - day, now], 720, 14).ticks) expect(new Date(at * 1000).getMinutes()).toBe(0);
    for (const { at } of timeTicks([now - 30 * day, now], 720, 14).ticks)
      expect(new Date(at * 1000).getHours()).toBe(0);
    for (const { at } of timeTicks([now - 365 * day, now], 720, 14).ticks)
      expect(new Date(at * 1000).getDate()).toBe(1);
  });

  test('time ticks of a single moment have only the end label', () => {
    expect(timeTicks([now, now], 290, 14)).toEqual({ ticks: [], end: 'Now' });
  });
});
