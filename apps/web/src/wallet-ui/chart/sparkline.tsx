import { extent } from 'd3-array';
import { clsx } from 'clsx';
import { memo } from 'react';
import type { Direction } from '../delta.tsx';
import { pathThrough, scaleOf } from './scale.ts';

type SparklineProps = {
  /** Oldest first. Keep the array identity until the data changes. */
  points: readonly number[];
  /** The direction of the change shown next to the sparkline, so that the two agree. */
  direction: Direction;
  width?: number;
  height?: number;
};

/** Draws a price history in green for a rise and red for a fall. Decorative: the change is shown next to it. */
export const Sparkline = memo(function Sparkline({ points, direction, width = 72, height = 24 }: SparklineProps) {
  return (
    <svg
      className={clsx('sparkline', direction === 'up' && 'positive', direction === 'down' && 'negative')}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
    >
      {points.length > 1 && <path d={shapeOf(points, width, height)} />}
    </svg>
  );
});

/** Pixels above and below the line, for the stroke width. */
const clearance = 2;

function shapeOf(points: readonly number[], width: number, height: number): string {
  const [lowest = 0, highest = 0] = extent(points);
  const x = scaleOf([0, points.length - 1], [0, width]);
  // Centers a flat line.
  const y = scaleOf(lowest === highest ? [lowest - 1, lowest + 1] : [lowest, highest], [height - clearance, clearance]);
  return pathThrough(points.map((value, place) => [x(place), y(value)]));
}
