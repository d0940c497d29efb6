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
      <caption className="sr">
        {name}, prices over {rangeNames[history.range].long}, one row per {lengthWords(history)}
      </caption>
      <thead>
        <tr>
          <th scope="col">{isByDay(history) ? 'Day' : 'Time'}</th>
          <th scope="col" className="n only-wide">
            Open
          </th>
          <th scope="col" className="n">
            High
          </th>
          <th scope="col" className="n">
            Low
          </th>
          <th scope="col" className="n">
            Close
          </th>
          <th scope="col" className="n only-wide">
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {history.candles.toReversed().map(([start, open, high, low, close]) => (
          <tr key={start}>
            <td>{candleTime(history, start)}</td>
            <td className="n only-wide">{dollarsText(open)}</td>
            <td className="n">{dollarsText(high)}</td>
            <td className="n">{dollarsText(low)}</td>
            <td className="n">{dollarsText(close)}</td>
            <td className="n only-wide">
              <Delta percent={percentText((close / open - 1) * 100)} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableScroll>
  );
}
