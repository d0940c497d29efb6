import { balanceRanges, type BalanceRange, type Wallet } from '@florin/contract';
import { add, type Amount } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { ChartLine, Table2 } from 'lucide-react';
import { Fragment, lazy, Suspense, useState } from 'react';
import type { Holding } from '../../api/read/answers.ts';
import { portfolioQuery, walletsQuery } from '../../api/queries.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { errorAmong, LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AsOf } from '../../wallet-ui/as-of.tsx';
import { BalanceMaskButton } from '../../wallet-ui/balance-mask.tsx';
import { Delta } from '../../wallet-ui/delta.tsx';
import { useLiveHoldings } from '../../wallet-ui/live-holding.ts';
import { percentText } from '../../wallet-ui/percent-text.ts';
import { BalanceHistoryView } from './balance-history-view.tsx';
import { useBalanceRange } from './balance-range.ts';
import { balancesOf, cryptoValue, heldOf, otherFiatInUsd } from './balances.ts';
import { PrivateAmount, useHiddenBalances } from './hidden-balances.tsx';
import styles from './dashboard.module.css';

/** Loaded together with the check of the proof, after the balance. */
const VerifiedLine = lazy(async () => {
  const loaded = await import('./verified-line.tsx');
  return { default: loaded.VerifiedLine };
});

/** Shows Total Balance, which is US dollars plus coins (rule dashboard-3), and its history. */
export function TotalBalance() {
  const { hidden, setHidden } = useHiddenBalances();
  const { range, setRange } = useBalanceRange();
  const [asTable, setAsTable] = useState(false);
  return (
    <div className="dashboard-total">
      <div className="dashboard-total-head">
        <div className={styles.label}>
          <h2>Total Balance</h2>
          <BalanceMaskButton hidden={hidden} onChange={setHidden} />
          {!hidden && (
            <IconButton
              className="eye"
              icon={asTable ? ChartLine : Table2}
              label={asTable ? 'Show as chart' : 'Show as table'}
              onClick={() => setAsTable(!asTable)}
            />
          )}
        </div>
        <Segmented className="only-wide" label="Range" segments={ranges} value={range} onChange={setRange} />
      </div>
      <TotalContent />
      <BalanceHistoryView range={range} asTable={asTable} hidden={hidden} />
    </div>
  );
}

const ranges = balanceRanges.map((value: BalanceRange) => ({ value, label: value.toUpperCase() }));

function TotalContent() {
  const wallets = useQuery(walletsQuery);
  const portfolio = useQuery(portfolioQuery);
  if (wallets.data && portfolio.data) return <Total wallets={wallets.data} holdings={portfolio.data} />;
  const missing = [wallets, portfolio].filter(({ data }) => data === undefined);
  if (missing.some(({ isError, fetchStatus }) => isError || fetchStatus === 'paused'))
    return <LoadFailed error={errorAmong(missing)} onRetry={() => missing.forEach((query) => void query.refetch())} />;
  return <TotalSkeleton />;
}

function Total({ wallets, holdings }: { wallets: readonly Wallet[]; holdings: readonly Holding[] }) {
  const { hidden } = useHiddenBalances();
  const balances = balancesOf(wallets);
  const live = useLiveHoldings(holdings);
  const total = add(balances.USD, cryptoValue(live));
  const others = otherFiatInUsd(balances);
  const change = dayChangeOf(total, live);
  const held = heldOf(wallets);
  return (
    <>
      <p className="figure figure-hero">
        <PrivateAmount amount={total} />
      </p>
      <p className="dashboard-subline">
        <AsOf />
        {change !== undefined && !hidden && (
          <span>
            <Delta percent={percentText(change)} /> <span className="muted">today</span>
          </span>
        )}
        {others.units > 0n && (
          <span className="muted">
            EUR and GBP add <PrivateAmount amount={others} />
          </span>
        )}
        {held.length > 0 && (
          <span className="muted">
            {held.map((amount, at) => (
              <Fragment key={amount.asset}>
                {at > 0 && ', '}
                <PrivateAmount amount={amount} />
              </Fragment>
            ))}{' '}
            held for pending payments
          </span>
        )}
        <Suspense fallback={<span className={styles.verifiedPlace} />}>
          <VerifiedLine />
        </Suspense>
      </p>
    </>
  );
}

function TotalSkeleton() {
  return (
    <>
      <output className="screen-reader">Loading your balances</output>
      <div className={`figure figure-hero ${styles.totalSkeleton}`} aria-busy>
        <Skeleton width="min(420px, 86%)" height={72} />
      </div>
      <div className="dashboard-subline" aria-hidden>
        <Skeleton width={180} height={14} />
      </div>
    </>
  );
}

/**
 * Returns the percentage by which coin prices changed the total balance in 24 hours. Deposits and payments do not
 * count. Returns undefined without holdings.
 */
function dayChangeOf(total: Amount<'USD'>, holdings: readonly Holding[]): number | undefined {
  if (holdings.length === 0) return undefined;
  const now = Number(total.units) / 100;
  const before = now - holdings.reduce((sum, { value, change }) => sum + value - value / (1 + change / 100), 0);
  return before > 0 ? (now / before - 1) * 100 : undefined;
}
