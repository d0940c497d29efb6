import type { Candles } from '@florin/contract';
import { useMemo, useState } from 'react';
import { useLiveTick } from '../../api/live-prices.ts';
import type { CoinDetail } from '../../api/read/answers.ts';
import { usePaced } from '../../ui/use-paced.ts';
import type { ChartPoint } from './chart-point.ts';
import { dollarsText } from './dollars.ts';
import { LineChart } from './line-chart.tsx';
import { pricePoints } from './price-points.ts';
import { PriceReading } from './price-reading.tsx';
import { pointTime, rangeNames, rangeSeconds } from './price-times.ts';

type PriceLineProps = { history: Candles; coin: CoinDetail; height: number; withReading: boolean };

/** Within it the line moves by a fraction of a pixel, and drawing it anew is the dearest thing on the page. */
const paceMs = 5_000;

/** Of a price: what moves by less is all but still. */
const leastSwing = 0.005;

/** The history up to the price of now, which moves with the market: what is read at once, the line every few seconds. */
export function PriceLine({ history, coin, height, withReading }: PriceLineProps) {
  const live = useLiveTick(coin);
  const drawn = usePaced(live, paceMs);
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
        leastSwing={leastSwing}
        leastSpan={rangeSeconds[history.range]}
        height={height}
        formatValue={dollarsText}
        formatTime={formatTime}
        onRead={setRead}
      />
    </>
  );
}
