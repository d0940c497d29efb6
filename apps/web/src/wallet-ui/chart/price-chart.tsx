import { candleRanges, type CandleRange } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChartLine, Table2 } from 'lucide-react';
import { useState } from 'react';
import { coinQuery } from '../../api/queries-of-coins.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { errorAmong, LoadFailed } from '../load-failed.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ChartSkeleton } from './chart-skeleton.tsx';
import { PriceLine } from './price-line.tsx';
import { PriceTable } from './price-table.tsx';
import { rangeNames } from './price-times.ts';
import { useCandles } from './use-candles.ts';
import styles from './price-chart.module.css';

type PriceChartProps = {
  symbol: string;
  name: string;
  height?: number;
};

/** Shows a coin's price over time, starting with the last day. */
export function PriceChart(props: PriceChartProps) {
  const [range, setRange] = useState<CandleRange>('1d');
  return <RangedPriceChart {...props} range={range} onRange={setRange} />;
}

type RangedPriceChartProps = PriceChartProps & {
  range: CandleRange;
  onRange: (range: CandleRange) => void;
  /** Shows, above the plot, the selected price and the change since the selected time. */
  withReading?: boolean;
};

const segments = candleRanges.map((value) => ({ value, label: rangeNames[value].short }));

/** A `PriceChart` with a range that the parent controls. */
export function RangedPriceChart({ range, onRange, ...rest }: RangedPriceChartProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <div className={styles.priceChart}>
      <div className={styles.head}>
        <Segmented label="Range" segments={segments} value={range} onChange={onRange} />
        <Button variant="quiet" size="s" onClick={() => setAsTable(!asTable)}>
          <Icon as={asTable ? ChartLine : Table2} size={16} />
          <span>{asTable ? 'Chart' : 'Table'}</span>
        </Button>
      </div>
      <PriceHistory {...rest} range={range} asTable={asTable} />
    </div>
  );
}

type PriceHistoryProps = PriceChartProps & { range: CandleRange; asTable: boolean; withReading?: boolean };

const timesHeight = 24;
const readingHeight = 34;

function PriceHistory({ symbol, name, range, height = 220, asTable, withReading = false }: PriceHistoryProps) {
  const coin = useQuery(coinQuery(symbol));
  const candles = useCandles(symbol, range);
  const fullHeight = height + timesHeight + (withReading ? readingHeight : 0);
  if (candles.data && coin.data) {
    if (candles.data.candles.length === 0) return <NoHistory height={fullHeight} />;
    return (
      <div className={clsx(candles.isPlaceholderData && styles.old)} aria-busy={candles.isPlaceholderData}>
        {asTable ? (
          <PriceTable history={candles.data} name={name} height={fullHeight} />
        ) : (
          <PriceLine history={candles.data} coin={coin.data} height={height} withReading={withReading} />
        )}
      </div>
    );
  }
  const missing = [coin, candles].filter(({ data }) => data === undefined);
  const hasFailed = missing.some(({ isError, fetchStatus }) => isError || fetchStatus === 'paused');
  return (
    <div className={styles.none} style={{ height: fullHeight }} aria-busy={!hasFailed}>
      {hasFailed ? (
        <LoadFailed error={errorAmong(missing)} onRetry={() => missing.forEach((each) => void each.refetch())} />
      ) : (
        <ChartSkeleton height={height} />
      )}
    </div>
  );
}

function NoHistory({ height }: { height: number }) {
  return (
    <p className={`${styles.none} muted`} style={{ height }}>
      No prices for this period yet. New prices will appear here.
    </p>
  );
}
