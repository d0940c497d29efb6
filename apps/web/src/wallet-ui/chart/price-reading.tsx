import { Delta } from '../delta.tsx';
import { percentText } from '../percent-text.ts';
import type { ChartPoint } from './chart-point.ts';
import { dollarsText } from './dollars.ts';
import styles from './price-chart.module.css';

type PriceReadingProps = {
  points: readonly ChartPoint[];
  read: ChartPoint | undefined;
  formatTime: (at: number) => string;
};

/**
 * Shows the selected price and the change since then. Without a selection, shows the lowest price and the highest
 * price.
 */
export function PriceReading({ points, read, formatTime }: PriceReadingProps) {
  const now = points.at(-1)?.value ?? 0;
  return (
    <p className={styles.read} aria-hidden={read !== undefined}>
      {read ? (
        <>
          <b>{formatTime(read.at)}</b>
          <span>
            <span className="only-wide">Price </span>
            <b>{dollarsText(read.value)}</b>
          </span>
          <span>
            Since<span className="only-wide"> then</span> <Delta percent={percentText((now / read.value - 1) * 100)} />
          </span>
        </>
      ) : (
        <>
          <span>
            Lowest <b>{dollarsText(Math.min(...points.map(({ value }) => value)))}</b>
          </span>
          <span>
            Highest <b>{dollarsText(Math.max(...points.map(({ value }) => value)))}</b>
          </span>
        </>
      )}
    </p>
  );
}
