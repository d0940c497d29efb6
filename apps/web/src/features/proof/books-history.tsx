import { fromExact, type Books } from '@florin/contract';
import { formatAmount, isFiat } from '@florin/money';
import { ChartLine, Table2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { LineChart } from '../../wallet-ui/chart/line-chart.tsx';
import { momentText } from '../../wallet-ui/day-text.ts';
import styles from './proof.module.css';

type History = Books['history'];

const mostAssets = 4;
/** A line through two points shows no trend. */
const minPoints = 3;

/** Shows how much the house owed over time, as a chart or a table. */
export function BooksHistory({ history }: { history: History }) {
  const assets = [...new Set(history.flatMap(({ liabilities }) => liabilities.map(({ asset }) => asset)))].toSorted(
    (one, other) => Number(isFiat(other)) - Number(isFiat(one)),
  );
  const first = assets.includes('USD') ? 'USD' : (assets[0] ?? 'USD');
  const [asset, setAsset] = useState(first);
  const [asTable, setAsTable] = useState(false);
  const shown = [first, ...assets.filter((each) => each !== first)].slice(0, mostAssets);
  return (
    <section className={styles.history} aria-labelledby="history">
      <div className={styles.historyHead}>
        <h2 id="history">Owed over time</h2>
        <span className={styles.historyTools}>
          <Segmented
            label="Asset"
            segments={shown.map((value) => ({ value, label: value }))}
            value={asset}
            onChange={setAsset}
          />
          <IconButton
            icon={asTable ? ChartLine : Table2}
            label={asTable ? 'Show as chart' : 'Show as table'}
            onClick={() => setAsTable(!asTable)}
          />
        </span>
      </div>
      <HistoryView history={history} asset={asset} asTable={asTable} />
    </section>
  );
}

function HistoryView({ history, asset, asTable }: { history: History; asset: string; asTable: boolean }) {
  const phone = useIsPhone();
  const points = useMemo(() => pointsOf(history, asset), [history, asset]);
  const textOf = (value: number) => points.find((point) => point.value === value)?.text ?? '';
  const timeOf = (at: number) => momentText(new Date(at * 1_000).toISOString());
  if (asTable)
    return (
      <TableScroll label={`Owed in ${asset} over time`}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col" className="number">
              Owed to members
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, text }) => (
            <tr key={at}>
              <th scope="row">{timeOf(at)}</th>
              <td className="number">{text}</td>
            </tr>
          ))}
        </tbody>
      </TableScroll>
    );
  if (points.length < minPoints)
    return <p className="small muted">The chart appears after three statements. Florin states its sums every hour.</p>;
  const ends = [points.at(0), points.at(-1)].flatMap((point) =>
    point ? [`${point.text} on ${timeOf(point.at)}`] : [],
  );
  return (
    <>
      <p className={`small muted ${styles.ends}`}>From {ends.join(' to ')}</p>
      <div className={`slab ${styles.chart}`}>
        <LineChart
          tone="slab"
          points={points}
          minRange={0.2}
          label={`Owed in ${asset} over time`}
          height={phone ? 112 : 160}
          formatValue={textOf}
          formatTime={timeOf}
        />
      </div>
    </>
  );
}

/** Returns the points, oldest first. The numbers are for drawing only. */
const pointsOf = (history: History, asset: string) =>
  history.toReversed().flatMap(({ at, liabilities }) => {
    const found = liabilities.find((each) => each.asset === asset);
    if (!found) return [];
    const text = formatAmount(fromExact(asset, found.sum_exact));
    return [{ at: Date.parse(at) / 1_000, value: Number(found.sum_exact), text }];
  });
