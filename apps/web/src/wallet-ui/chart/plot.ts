import { extent, ticks, tickStep } from 'd3-array';
import type { ChartPoint } from './chart-point.ts';
import { areaUnder, pathThrough, scaleOf } from './scale.ts';

export type Plot = ReturnType<typeof plotOf>;
export type ValueAxis = ReturnType<typeof valueAxis>;

/** Pixels above the highest and below the lowest point, so that the dot and the line are not clipped. */
const clearance = 16;
const maxTicks = 4;

/**
 * Returns the value range of the plot and its round tick values. The range covers at least `minRange`, a share of the
 * highest value, so that a small change looks small.
 */
export function valueAxis(points: readonly ChartPoint[], height: number, minRange = 0) {
  const values = valueRange(points, height, minRange);
  return { values, ...valueTicks(values) };
}

/** Width and height in pixels. `minSpan` is the minimum visible time in seconds. */
type PlotSize = { readonly width: number; readonly height: number; readonly minSpan?: number };

/**
 * Returns the scales, the paths in pixels and the time span of a line.
 *
 * @param points not empty, oldest first
 */
export function plotOf(points: readonly ChartPoint[], axis: ValueAxis, size: PlotSize) {
  const span = spanOf(points, size.minSpan ?? 0);
  const x = scaleOf(span, [0, size.width]);
  const y = scaleOf(axis.values, [size.height, 0]);
  const places = points.map(({ at, value }) => [x(at), y(value)] as const);
  return { x, y, span, line: pathThrough(places), area: areaUnder(places, size.height) };
}

/** Aligns a single point, and a history shorter than `minSpan`, to the end. */
function spanOf(points: readonly ChartPoint[], minSpan: number): [number, number] {
  const [first = 0, last = 0] = [points[0]?.at, points.at(-1)?.at];
  return [Math.min(first, last - (minSpan || (first === last ? 1 : 0))), last];
}

/** Returns the range from below the lowest to above the highest value. A flat line is centered. */
function valueRange(points: readonly ChartPoint[], height: number, minRange: number): [number, number] {
  const [lowest = 0, highest = 0] = extent(points, ({ value }) => value);
  const swing = Math.max(highest - lowest, Math.abs(highest) * minRange) || Math.abs(highest) / 50 || 1;
  const middle = (lowest + highest) / 2;
  const half = (swing / 2) * (height / (height - 2 * clearance));
  return [middle - half, middle + half];
}

/** Returns at most four ticks at round values. */
function valueTicks([low, high]: [number, number]): { marks: number[]; step: number } {
  for (let count = maxTicks; count > 0; count--) {
    const marks = ticks(low, high, count);
    if (marks.length <= maxTicks) return { marks, step: tickStep(low, high, count) };
  }
  return { marks: [], step: 1 };
}
