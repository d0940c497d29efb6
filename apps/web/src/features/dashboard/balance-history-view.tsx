import type { BalanceHistory, BalanceRange } from '@florin/contract';
import { amountOf } from '@florin/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { balanceHistoryQuery } from '../../api/queries.ts';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { dollarsText } from '../../wallet-ui/chart/dollars.ts';
import { LineChart } from '../../wallet-ui/chart/line-chart.tsx';
import { BalanceTable } from './balance-table.tsx';
import { momentText } from './balance-moment.ts';
import { Loaded } from './loaded.tsx';
import styles from './dashboard.module.css';

type BalanceHistoryViewProps = { range: BalanceRange; asTable: boolean; hidden: boolean };

/** Shows the history of the total balance. Hidden balances hide the chart too, because its shape reveals amounts. */
export function BalanceHistoryView({ range, asTable, hidden }: BalanceHistoryViewProps) {
  const history = useQuery({ ...balanceHistoryQuery(range), placeholderData: keepPreviousData });
  return (
    <div className="dashboard-history">
      {hidden ? (
        <p className={styles.historyNote}>Your balance chart is hidden.</p>
      ) : (
        <Loaded query={history} skeleton={<HistorySkeleton />} failure="Could not load the chart">
          {(data) => <History history={data} asTable={asTable} />}
        </Loaded>
      )}
    </div>
  );
}

/** A line through two points shows no trend. */
const minPoints = 3;

function History({ history, asTable }: { history: BalanceHistory; asTable: boolean }) {
  const { points, every_seconds: everySeconds, range } = history;
  const phone = useIsPhone();
  const line = useMemo(() => points.map(([at, usd, coins]) => ({ at, value: usd + coins })), [points]);
  if (line.length < minPoints || line.every(({ value }) => value === 0))
    return <p className={styles.historyNote}>Your balance history will appear here.</p>;
  if (asTable) return <BalanceTable history={history} />;
  const change = centsOf(line.at(-1)?.value) - centsOf(line[0]?.value);
  return (
    <>
      <RangeChange cents={change} range={range} />
      <LineChart
        tone="slab"
        points={line}
        minRange={minRange}
        direction={change === 0n ? 'unchanged' : change > 0n ? 'up' : 'down'}
        label={`Total balance over ${rangeNames[range]}`}
        height={phone ? 112 : 148}
        formatValue={dollarsText}
        formatTime={(at) => momentText(at, everySeconds)}
      />
    </>
  );
}

/** A change of 2% of the balance fills a tenth of the chart's height. */
const minRange = 0.2;

const centsOf = (dollars = 0) => BigInt(Math.round(dollars * 100));

/** Shows the change since the first point of the line, in the line's color. */
function RangeChange({ cents, range }: { cents: bigint; range: BalanceRange }) {
  if (cents === 0n) return <p className={`${styles.range} small muted`}>Unchanged in {rangeNames[range]}</p>;
  return (
    <p className={`${styles.range} small`}>
      <span className={cents > 0n ? 'positive' : 'negative'}>
        <AmountText amount={amountOf('USD', cents)} sign="always" />
      </span>{' '}
      <span className="muted">in {rangeNames[range]}</span>
    </p>
  );
}

const rangeNames: Record<BalanceRange, string> = {
  '1w': 'one week',
  '1m': 'one month',
  '3m': 'three months',
  '1y': 'one year',
};

function HistorySkeleton() {
  return (
    <div className={styles.historySkeleton} aria-busy>
      <output className="screen-reader">Loading your balance history</output>
      <Skeleton width="100%" height={2} />
    </div>
  );
}
