import { extent, ticks, tickStep } from 'd3-array';
import type { ChartPoint } from './chart-point.ts';
import { areaUnder, pathThrough, scaleOf } from './scale.ts';

export type Plot = ReturnType<typeof plotOf>;
export type ValueAxis = ReturnType<typeof valueAxis>;

/** Free above the highest and below the lowest point, so that neither dot nor line is cut. */
const clearance = 16;
const mostTicks = 4;

/**
 * What the height stands for, and the round values that are written beside it. `leastSwing`: at least this share of the
 * highest value is in view, so that a small change looks small.
 */
export function valueAxis(points: readonly ChartPoint[], height: number, leastSwing = 0) {
  const values = valuesOf(points, height, leastSwing);
  return { values, ...valueTicks(values) };
}

/** In pixels; `leastSpan` in seconds, which the width stands for at least. */
type PlotSize = { readonly width: number; readonly height: number; readonly leastSpan?: number };

/** Where everything of a line goes, in pixels. `points` are not empty, oldest first. `span` is from when to when. */
export function plotOf(points: readonly ChartPoint[], axis: ValueAxis, size: PlotSize) {
  const span = spanOf(points, size.leastSpan ?? 0);
  const x = scaleOf(span, [0, size.width]);
  const y = scaleOf(axis.values, [size.height, 0]);
  const places = points.map(({ at, value }) => [x(at), y(value)] as const);
  return { x, y, span, line: pathThrough(places), area: areaUnder(places, size.height) };
}

/** A single point lies at the end, and so does what is shorter than the least span. */
function spanOf(points: readonly ChartPoint[], least: number): [number, number] {
  const [first = 0, last = 0] = [points[0]?.at, points.at(-1)?.at];
  return [Math.min(first, last - (least || (first === last ? 1 : 0))), last];
}

/** From below the lowest to above the highest. A line that is flat runs through the middle. */
function valuesOf(points: readonly ChartPoint[], height: number, leastSwing: number): [number, number] {
  const [lowest = 0, highest = 0] = extent(points, ({ value }) => value);
  const swing = Math.max(highest - lowest, Math.abs(highest) * leastSwing) || Math.abs(highest) / 50 || 1;
  const middle = (lowest + highest) / 2;
  const half = (swing / 2) * (height / (height - 2 * clearance));
  return [middle - half, middle + half];
}

/** At most four, at round values. */
function valueTicks([low, high]: [number, number]): { marks: number[]; step: number } {
  for (let count = mostTicks; count > 0; count--) {
    const marks = ticks(low, high, count);
    if (marks.length <= mostTicks) return { marks, step: tickStep(low, high, count) };
  }
  return { marks: [], step: 1 };
}
