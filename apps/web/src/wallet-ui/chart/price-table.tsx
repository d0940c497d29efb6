import type { Candles } from '@florin/contract';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { Delta } from '../delta.tsx';
import { percentText } from '../percent-text.ts';
import { dollarsText } from './dollars.ts';
import { candleTime, isByDay, lengthWords, rangeNames } from './price-times.ts';

/** Lists the chart's candles, newest first. */
export function PriceTable({ history, name, height }: { history: Candles; name: string; height: number }) {
  return (
    <TableScroll label={`${name}, price table`} style={{ height }}>
      <caption className="screen-reader">
        {name}, prices over {rangeNames[history.range].long}, one row per {lengthWords(history)}
      </caption>
      <thead>
        <tr>
          <th scope="col">{isByDay(history) ? 'Day' : 'Time'}</th>
          <th scope="col" className="number only-wide">
            Open
          </th>
          <th scope="col" className="number">
            High
          </th>
          <th scope="col" className="number">
            Low
          </th>
          <th scope="col" className="number">
            Close
          </th>
          <th scope="col" className="number only-wide">
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {history.candles.toReversed().map(([start, open, high, low, close]) => (
          <tr key={start}>
            <td>{candleTime(history, start)}</td>
            <td className="number only-wide">{dollarsText(open)}</td>
            <td className="number">{dollarsText(high)}</td>
            <td className="number">{dollarsText(low)}</td>
            <td className="number">{dollarsText(close)}</td>
            <td className="number only-wide">
              <Delta percent={percentText((close / open - 1) * 100)} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableScroll>
  );
}
