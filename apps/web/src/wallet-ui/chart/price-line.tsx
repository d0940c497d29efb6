import type { Candles } from '@florin/contract';
import { useMemo, useState } from 'react';
import { useLiveTick } from '../../api/live-prices.ts';
import type { CoinDetail } from '../../api/read/answers.ts';
import { useThrottled } from '../../ui/use-throttled.ts';
import type { ChartPoint } from './chart-point.ts';
import { dollarsText } from './dollars.ts';
import { LineChart } from './line-chart.tsx';
import { pricePoints } from './price-points.ts';
import { PriceReading } from './price-reading.tsx';
import { pointTime, rangeNames, rangeSeconds } from './price-times.ts';

type PriceLineProps = { history: Candles; coin: CoinDetail; height: number; withReading: boolean };

/** Redrawing the line is the page's most expensive work, and in 5 seconds the line moves by less than a pixel. */
const redrawMs = 5_000;

/** A share of the price. Smaller changes look almost flat. */
const minRange = 0.005;

/** Draws the history up to the live price. The reading follows each tick; the line is redrawn every 5 seconds. */
export function PriceLine({ history, coin, height, withReading }: PriceLineProps) {
  const live = useLiveTick(coin);
  const drawn = useThrottled(live, redrawMs);
  const points = useMemo(() => pricePoints(history, drawn), [history, drawn]);
  const newest = useMemo(
    () => (withReading ? pricePoints(history, live) : points),
    [withReading, history, live, points],
  );
  const [read, setRead] = useState<ChartPoint>();
  const formatTime = useMemo(() => pointTime(history), [history]);
  return (
    <>
      {withReading && <PriceReading points={newest} read={read} formatTime={formatTime} />}
      <LineChart
        points={points}
        label={`${coin.name}, price over ${rangeNames[history.range].long}`}
        minRange={minRange}
        minSpan={rangeSeconds[history.range]}
        height={height}
        formatValue={dollarsText}
        formatTime={formatTime}
        onRead={setRead}
      />
    </>
  );
}
