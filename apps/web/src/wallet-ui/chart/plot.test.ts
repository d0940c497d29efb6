import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plotOf, valueAxis } from './plot.ts';

const size = { width: 290, height: 340 };
const pointsOf = (...values: number[]) => values.map((value, i) => ({ at: 1_000_000 + i * 300, value }));

describe('plot', () => {
  test('value axis has at most four ticks, all at round values inside the range', () => {
    const unit = fc.integer({ min: -10, max: 5 });
    const counts = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(unit, counts, (power, values) => {
        const points = pointsOf(...values.map((value) => value * 10 ** power));
        const { marks, step, values: range } = valueAxis(points, size.height);
        expect(marks.length).toBeLessThanOrEqual(4);
        for (const mark of marks) {
          expect(mark).toBeGreaterThanOrEqual(range[0]);
          expect(mark).toBeLessThanOrEqual(range[1]);
          expect(Math.abs(mark / step - Math.round(mark / step))).toBeLessThan(1e-6);
        }
      }),
    );
  });

  test('plot shows the whole line, from the left edge to the right edge', () => {
    const points = pointsOf(3, 9, 1, 5);
    const { x, y, line } = plotOf(points, valueAxis(points, size.height), size);
    expect([x(1_000_000), x(1_000_900)]).toEqual([0, 290]);
    expect([y(9), y(1)].map(Math.round)).toEqual([16, 324]);
    expect(line.startsWith('M0,')).toBe(true);
    expect(line).not.toContain('NaN');
  });

  test('plot aligns a history shorter than the minimum span to the right', () => {
    const points = pointsOf(3, 9, 5); // ten minutes
    const { x, span } = plotOf(points, valueAxis(points, size.height), { ...size, minSpan: 6_000 });
    expect(span).toEqual([1_000_600 - 6_000, 1_000_600]);
    expect([x(1_000_000), x(1_000_600)].map(Math.round)).toEqual([261, 290]);
  });

  test.each([[[5, 5, 5]], [[0, 0]], [[7]]])('plot centers the flat line %j vertically', (values) => {
    const points = pointsOf(...values);
    const { y, line, area } = plotOf(points, valueAxis(points, size.height), size);
    expect(Math.round(y(values[0] ?? 0))).toBe(170);
    expect(line + area).not.toContain('NaN');
  });

  test('plot with a minimum range draws a small change small and a large change unscaled', () => {
    const heightOf = (...values: number[]) => {
      const points = pointsOf(...values);
      const { y } = plotOf(points, valueAxis(points, size.height, 0.2), size);
      return Math.round(Math.abs(y(values[0] ?? 0) - y(values.at(-1) ?? 0)));
    };
    expect(heightOf(1000, 1001)).toBeLessThanOrEqual(2);
    expect(heightOf(1000, 900)).toBe(154);
    expect(heightOf(1000, 100)).toBe(308);
  });

  test('plot puts a single point at the right edge', () => {
    const points = pointsOf(7);
    expect(plotOf(points, valueAxis(points, size.height), size).x(1_000_000)).toBe(290);
  });
});
