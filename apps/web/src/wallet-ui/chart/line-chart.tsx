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
  /** Oldest first, the last one is of now. The same array as long as nothing has changed. */
  points: readonly ChartPoint[];
  /** What it shows, for those who do not see it. */
  label: string;
  /** `slab` is gold and has no grid. */
  tone?: 'paper' | 'slab';
  /** The share of the highest value that the height shows at least, so that a small change looks small. */
  leastSwing?: number;
  /** The seconds that the width shows at least: a history that has just begun does not look like all of it. */
  leastSpan?: number;
  /** Which way it went, where a figure beside it says so in color. */
  direction?: Direction;
  /** Of the plot. The times stand below it, 24 px more. */
  height: number;
  formatValue: (value: number) => string;
  formatTime: (at: number) => string;
  /** The point under the pointer, the finger or the keys; `undefined` when there is none any more. */
  onRead?: (point: ChartPoint | undefined) => void;
};

const times = bisector(({ at }: ChartPoint) => at);

/** Values in dollars over time: one line, up to four ticks, a dot on the last value, a crosshair that follows pointer, finger and keys. */
export function LineChart(props: LineChartProps) {
  const { points, label, tone = 'paper', leastSwing = 0, leastSpan = 0, direction, height, onRead } = props;
  const { formatValue, formatTime } = props;
  const [ref, fullWidth, letters] = useWidth();
  const [reading, setReading] = useState<ChartPoint>();
  const isPaper = tone === 'paper';
  const axis = useMemo(() => valueAxis(points, height, leastSwing), [points, height, leastSwing]);
  const width = Math.max(0, fullWidth - (isPaper ? roomForTicks(axis, letters) : roomForDot));
  const plot = useMemo(
    () => (points.length > 0 && width > 0 ? plotOf(points, axis, { width, height, leastSpan }) : undefined),
    [points, axis, width, height, leastSpan],
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
                letters={letters}
                text={`${formatTime(reading.at)} · ${formatValue(reading.value)}`}
              />
            )}
          </>
        )}
        {shown && (
          // A range, as that is what can be walked along with keys and gestures; the pointer reads the plot below it.
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
      {plot && <TimeAxis {...{ points, plot, width, letters }} start={isPaper ? startOnPaper : startOnSlab} />}
    </div>
  );
}

const directionClass: Record<Direction, string> = { up: 'is-up', down: 'is-down', unchanged: '' };

/** Where the first time may stand: a chart on the slab goes to the slab's edge. */
const startOnPaper = 14;
const startOnSlab = 46;

const roomForDot = 8;
const axisGap = 10;
const pixelsPerSign = 6.9;

/** To the right of the plot, by the longest of the figures there. */
function roomForTicks({ marks, step }: ValueAxis, letters: number): number {
  const signs = Math.max(0, ...marks.map((value) => dollarTick(value, step).length));
  return Math.ceil(Math.max(60, axisGap + signs * pixelsPerSign * letters));
}

type DrawingProps = { plot: Plot; axis: ValueAxis | undefined; width: number; height: number };

const Drawing = memo(function Drawing({ plot, axis, width, height }: DrawingProps) {
  return (
    <div aria-hidden>
      <svg width={width} height={height}>
        {axis?.marks.map((value) => (
          <path key={value} className="gl" d={`M0 ${half(plot.y(value))}H${width}`} />
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

/** In the middle of a pixel, so that a hairline is one. */
const half = (y: number) => Math.floor(y) + 0.5;

type TimeAxisProps = { points: readonly ChartPoint[]; plot: Plot; width: number; letters: number; start: number };

/** The room that labels need is told for letters of the usual size: larger ones make the plot as much narrower. */
function TimeAxis({ points, plot, width, letters, start }: TimeAxisProps) {
  const { ticks, end } = timeTicks(plot.span, width / letters, start);
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
