import { extent } from 'd3-array';
import { clsx } from 'clsx';
import { memo } from 'react';
import type { Direction } from '../delta.tsx';
import { pathThrough, scaleOf } from './scale.ts';

type SparklineProps = {
  /** Oldest first. The same array as long as nothing has changed. */
  points: readonly number[];
  /** Of the change that stands beside it, so that both say the same. */
  direction: Direction;
  width?: number;
  height?: number;
};

/** The shape of a price, green where it rose and red where it fell. Decoration: the change stands beside it. */
export const Sparkline = memo(function Sparkline({ points, direction, width = 72, height = 24 }: SparklineProps) {
  return (
    <svg
      className={clsx('spark', direction === 'up' && 'pos', direction === 'down' && 'neg')}
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
