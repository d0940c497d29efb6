import type { BalanceHistory } from '@florin/contract';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { dollarsText } from '../../wallet-ui/chart/dollars.ts';
import { momentText } from './balance-moment.ts';
import styles from './dashboard.module.css';

/** Shows the chart's figures as a table, newest first. Wide screens also show the USD and crypto parts. */
export function BalanceTable({ history: { points, every_seconds: everySeconds } }: { history: BalanceHistory }) {
  return (
    <TableScroll className={styles.historyTable} label="Total balance over time">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col" className="number only-wide">
            US Dollar
          </th>
          <th scope="col" className="number only-wide">
            Crypto
          </th>
          <th scope="col" className="number">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(([at, usd, coins]) => (
          <tr key={at}>
            <th scope="row">{momentText(at, everySeconds)}</th>
            <td className="number only-wide">{dollarsText(usd)}</td>
            <td className="number only-wide">{dollarsText(coins)}</td>
            <td className="number">{dollarsText(usd + coins)}</td>
          </tr>
        ))}
      </tbody>
    </TableScroll>
  );
}
