import type { Candles, CoinDetail } from '@florin/contract';
import { useMemo, useState } from 'react';
import { useLiveTick } from '../../api/live-prices.ts';
import type { ChartPoint } from './chart-point.ts';
import { dollarsText } from './dollars.ts';
import { LineChart } from './line-chart.tsx';
import { pricePoints } from './price-points.ts';
import { PriceReading } from './price-reading.tsx';
import { pointTime, rangeNames } from './price-times.ts';

type PriceLineProps = { history: Candles; coin: CoinDetail; height: number; withReading: boolean };

/** The history up to the price of now, which moves with the market. */
export function PriceLine({ history, coin, height, withReading }: PriceLineProps) {
  const live = useLiveTick(coin);
  const points = useMemo(() => pricePoints(history, live), [history, live]);
  const [read, setRead] = useState<ChartPoint>();
  const formatTime = useMemo(() => pointTime(history), [history]);
  return (
    <>
      {withReading && <PriceReading points={points} read={read} formatTime={formatTime} />}
      <LineChart
        points={points}
        label={`${coin.name}, price over ${rangeNames[history.range].long}`}
        height={height}
        formatValue={dollarsText}
        formatTime={formatTime}
        onRead={setRead}
      />
    </>
  );
}
