import { add, zero } from '@florin/money';
import { ChartPie, Table2 } from 'lucide-react';
import { useState } from 'react';
import { fromExact } from '../../api/exact.ts';
import type { Holding } from '../../api/read/answers.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { AverageCostHint } from '../../wallet-ui/average-cost-hint.tsx';
import { useLiveHoldings } from '../../wallet-ui/live-holding.ts';
import { permilleText, sharesOfHoldings, permilleOf } from '../../wallet-ui/shares.ts';
import styles from './sell.module.css';

/** Shows the shares of the holdings as a ring with a legend, or as a table. */
export function Allocation({ holdings }: { holdings: readonly Holding[] }) {
  const [asTable, setAsTable] = useState(false);
  const live = useLiveHoldings(holdings);
  return (
    <section className={styles.holdingSpread} aria-label="Allocation">
      <div className={styles.holdingSpreadTools}>
        <AverageCostHint />
        <Button variant="quiet" size="s" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          <Icon as={asTable ? ChartPie : Table2} size={16} />
          {asTable ? 'Chart' : 'Table'}
        </Button>
      </div>
      {asTable ? <AllocationTable holdings={live} /> : <AllocationRing holdings={live} />}
    </section>
  );
}

function AllocationRing({ holdings }: { holdings: readonly Holding[] }) {
  const shares = sharesOfHoldings(holdings);
  return (
    <div className={styles.holdingAllocation}>
      <ShareRing permilles={shares.map(({ permille }) => permille)} />
      <ul>
        {shares.map(({ name, permille }, index) => (
          <li key={name}>
            <span className={`key share-${index + 1}`}>{name}</span>
            <span className="muted">{permilleText(permille)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const radius = 58;
const circumference = 2 * Math.PI * radius;
/** The gap between two segments in pixels. */
const gap = 2;

/** Draws the shares as a ring that starts at the top. Decorative: the figures are next to it. */
function ShareRing({ permilles }: { permilles: readonly number[] }) {
  return (
    <svg width="132" height="132" viewBox="0 0 132 132" aria-hidden>
      <g transform="rotate(-90 66 66)" fill="none" strokeWidth="16">
        {segmentsOf(permilles).map(({ className, length, start }) => (
          <circle
            key={className}
            className={className}
            style={{ stroke: 'var(--c)' }}
            cx="66"
            cy="66"
            r={radius}
            strokeDasharray={`${length} ${circumference}`}
            strokeDashoffset={-start}
          />
        ))}
      </g>
    </svg>
  );
}

const segmentsOf = (permilles: readonly number[]) =>
  permilles.map((permille, index) => {
    const before = permilles.slice(0, index).reduce((sum, each) => sum + each, 0);
    return {
      className: `share-${index + 1}`,
      start: (before / 1000) * circumference,
      length: Math.max(0, (permille / 1000) * circumference - gap),
    };
  });

const usd = (exact: string) => fromExact('USD', exact);

/** Lists value, share and cost of each holding. */
function AllocationTable({ holdings }: { holdings: readonly Holding[] }) {
  const value = holdings.map(({ value_exact }) => usd(value_exact)).reduce(add, zero('USD'));
  const costs = holdings.flatMap(({ cost_exact: cost }) => (cost === undefined ? [] : [usd(cost)]));
  // Shows a total cost only if the server sends the cost of every holding.
  const cost = costs.length === holdings.length ? costs.reduce(add, zero('USD')) : undefined;
  return (
    <TableScroll label="Allocation, table">
      <caption className="screen-reader">Value, share and cost of each holding</caption>
      <thead>
        <tr>
          <th scope="col">Coin</th>
          <th scope="col" className="number">
            Value
          </th>
          <th scope="col" className="number">
            Share
          </th>
          {cost && (
            <th scope="col" className="number">
              Cost with fees
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {holdings.map(({ symbol, name, value_exact, cost_exact }) => (
          <tr key={symbol}>
            <th scope="row">{name}</th>
            <td className="number">
              <AmountText amount={usd(value_exact)} />
            </td>
            <td className="number">{permilleText(permilleOf(usd(value_exact).units, value.units))}</td>
            {cost_exact !== undefined && (
              <td className="number">
                <AmountText amount={usd(cost_exact)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <td className="number">
            <AmountText amount={value} />
          </td>
          <td className="number">{permilleText(permilleOf(value.units, value.units))}</td>
          {cost && (
            <td className="number">
              <AmountText amount={cost} />
            </td>
          )}
        </tr>
      </tfoot>
    </TableScroll>
  );
}
