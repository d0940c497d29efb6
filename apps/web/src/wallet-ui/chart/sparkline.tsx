import { extent } from 'd3-array';
import { clsx } from 'clsx';
import { memo } from 'react';
import { pathThrough, scaleOf } from './scale.ts';

type SparklineProps = {
  /** Oldest first. The same array as long as nothing has changed. */
  points: readonly number[];
  width?: number;
  height?: number;
};

/** The shape of a price, green where it ends higher than it began, red where lower. Decoration: the change stands beside it. */
export const Sparkline = memo(function Sparkline({ points, width = 72, height = 24 }: SparklineProps) {
  const [first = 0, last = 0] = [points[0], points.at(-1)];
  return (
    <svg
      className={clsx('spark', last > first && 'pos', last < first && 'neg')}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
    >
      {points.length > 1 && <path d={shapeOf(points, width, height)} />}
    </svg>
  );
});

/** Free above and below, for the line's own width. */
const clearance = 2;

function shapeOf(points: readonly number[], width: number, height: number): string {
  const [lowest = 0, highest = 0] = extent(points);
  const x = scaleOf([0, points.length - 1], [0, width]);
  // One that is flat runs through the middle.
  const y = scaleOf(lowest === highest ? [lowest - 1, lowest + 1] : [lowest, highest], [height - clearance, clearance]);
  return pathThrough(points.map((value, place) => [x(place), y(value)]));
}
