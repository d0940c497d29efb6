import { bisector } from 'd3-array';
import { clsx } from 'clsx';
import { memo, useMemo, useState, type PointerEvent } from 'react';
import type { ChartPoint } from './chart-point.ts';
import type { Direction } from '../delta.tsx';
import { ChartReading } from './chart-reading.tsx';
import { dollarTick } from './dollars.ts';
import { plotOf, valueAxis, type Plot, type ValueAxis } from './plot.ts';
import { timeTicks } from './time-ticks.ts';
import { useWidth } from './use-width.ts';

type LineChartProps = {
  /** Oldest first; the last point is current. Keep the array identity until the data changes. */
  points: readonly ChartPoint[];
  /** The accessible name. */
  label: string;
  /** `slab` draws a gold line without a grid. */
  tone?: 'paper' | 'slab';
  /** The minimum visible range, as a share of the highest value, so that a small change looks small. */
  minRange?: number;
  /** The minimum visible time in seconds, so that a short history does not fill the chart. */
  minSpan?: number;
  /** Colors the line like the change shown next to the chart. */
  direction?: Direction;
  /** The height of the plot in pixels. The time axis adds 24 px. */
  height: number;
  formatValue: (value: number) => string;
  formatTime: (at: number) => string;
  /** Reports the point selected by pointer, touch or keys; `undefined` when the selection ends. */
  onRead?: (point: ChartPoint | undefined) => void;
};

const times = bisector(({ at }: ChartPoint) => at);

/** Draws dollar values over time, with up to four ticks and a crosshair that follows pointer, touch and keys. */
export function LineChart(props: LineChartProps) {
  const { points, label, tone = 'paper', minRange = 0, minSpan = 0, direction, height, onRead } = props;
  const { formatValue, formatTime } = props;
  const [ref, fullWidth, fontScale] = useWidth();
  const [reading, setReading] = useState<ChartPoint>();
  const isPaper = tone === 'paper';
  const axis = useMemo(() => valueAxis(points, height, minRange), [points, height, minRange]);
  const width = Math.max(0, fullWidth - (isPaper ? tickLabelWidth(axis, fontScale) : dotWidth));
  const plot = useMemo(
    () => (points.length > 0 && width > 0 ? plotOf(points, axis, { width, height, minSpan }) : undefined),
    [points, axis, width, height, minSpan],
  );
  const read = (point: ChartPoint | undefined) => {
    setReading(point);
    onRead?.(point);
  };
  const readAt = (event: PointerEvent<HTMLElement>) => {
    if (!plot) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    read(points[times.center(points, plot.x.invert(x))]);
  };
  const last = points.at(-1);
  const shown = reading ?? last;
  return (
    <div className={clsx('chart', `chart-${tone}`, direction && directionClass[direction])} ref={ref}>
      <div
        className="plot"
        style={{ width, height }}
        onPointerDown={readAt}
        onPointerMove={readAt}
        onPointerLeave={() => read(undefined)}
        onPointerCancel={() => read(undefined)}
      >
        {plot && last && (
          <>
            <Drawing plot={plot} axis={isPaper ? axis : undefined} width={width} height={height} />
            <span className="dot" style={{ left: plot.x(last.at), top: plot.y(last.value) }} />
            {reading && (
              <ChartReading
                x={plot.x(reading.at)}
                y={plot.y(reading.value)}
                width={fullWidth}
                height={height}
                fontScale={fontScale}
                text={`${formatTime(reading.at)} · ${formatValue(reading.value)}`}
              />
            )}
          </>
        )}
        {shown && (
          // A range input handles keys and screen reader gestures. The plot below handles the pointer.
          <input
            type="range"
            aria-label={label}
            aria-valuetext={`${formatTime(shown.at)}, ${formatValue(shown.value)}`}
            min={0}
            max={points.length - 1}
            value={times.center(points, shown.at)}
            onChange={(event) => read(points[event.currentTarget.valueAsNumber])}
            onFocus={() => read(last)}
            onBlur={() => read(undefined)}
          />
        )}
      </div>
      {plot ? (
        <TimeAxis {...{ points, plot, width, fontScale }} start={isPaper ? startOnPaper : startOnSlab} />
      ) : (
        last && <div className="axis-x" /> // keeps the place until the width is known
      )}
    </div>
  );
}

const directionClass: Record<Direction, string> = { up: 'is-up', down: 'is-down', unchanged: '' };

/**
 * The minimum x of the first time label. A slab chart has a larger value, because the chart reaches the slab's edge.
 */
const startOnPaper = 14;
const startOnSlab = 46;

const dotWidth = 8;
const axisGap = 10;
const pixelsPerCharacter = 6.9;

/** Returns the pixels right of the plot that the longest tick label needs. */
function tickLabelWidth({ marks, step }: ValueAxis, fontScale: number): number {
  const characters = Math.max(0, ...marks.map((value) => dollarTick(value, step).length));
  return Math.ceil(Math.max(60, axisGap + characters * pixelsPerCharacter * fontScale));
}

type DrawingProps = { plot: Plot; axis: ValueAxis | undefined; width: number; height: number };

const Drawing = memo(function Drawing({ plot, axis, width, height }: DrawingProps) {
  return (
    <div aria-hidden>
      <svg width={width} height={height}>
        {axis?.marks.map((value) => (
          <path key={value} className="grid-line" d={`M0 ${pixelCenter(plot.y(value))}H${width}`} />
        ))}
        <path className="area" d={plot.area} />
        <path className="line" d={plot.line} />
      </svg>
      {axis?.marks.map((value) => (
        <span key={value} className="axis-y" style={{ top: plot.y(value) }}>
          {dollarTick(value, axis.step)}
        </span>
      ))}
    </div>
  );
});

/** Centers a hairline on a pixel so that the line is one pixel thick. */
const pixelCenter = (y: number) => Math.floor(y) + 0.5;

type TimeAxisProps = { points: readonly ChartPoint[]; plot: Plot; width: number; fontScale: number; start: number };

/** `timeTicks` assumes the default font size, so the width is divided by the font scale. */
function TimeAxis({ points, plot, width, fontScale, start }: TimeAxisProps) {
  const { ticks, end } = timeTicks(plot.span, width / fontScale, start);
  return (
    <div className="axis-x" style={{ width }} aria-hidden>
      {points.length > 1 &&
        ticks.map(({ at, label }) => (
          <span key={at} style={{ left: plot.x(at) }}>
            {label}
          </span>
        ))}
      <span className="axis-end">{end}</span>
    </div>
  );
}
