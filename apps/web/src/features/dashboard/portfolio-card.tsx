import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Holding } from '../../api/read/answers.ts';
import { useMay } from '../../api/may.ts';
import { portfolioQuery } from '../../api/queries.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { HoldingCells } from '../../wallet-ui/holding-row.tsx';
import { AllocationBar } from './allocation-bar.tsx';
import { useHiddenBalances } from './hidden-balances.tsx';
import { Loaded } from './loaded.tsx';
import { PortfolioGains } from './portfolio-gains.tsx';
import styles from './dashboard.module.css';

const shownHoldings = 4;

export function PortfolioCard() {
  const pays = useMay('pay');
  return (
    <section className={`ledger ${styles.portfolio}`} aria-labelledby="portfolio">
      <header>
        <h2 id="portfolio">Crypto Portfolio</h2>
        {pays && (
          <Link className="link small" to="/buy-crypto">
            View All
          </Link>
        )}
      </header>
      <Loaded query={useQuery(portfolioQuery)} skeleton={<HoldingsSkeleton />}>
        {(holdings) => (
          <>
            {holdings.length > 0 ? <Holdings holdings={holdings} /> : <NoHoldings />}
            <PortfolioGains holdings={holdings} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Holdings({ holdings }: { holdings: readonly Holding[] }) {
  const { hidden } = useHiddenBalances();
  return (
    <>
      <ul>
        {holdings.slice(0, shownHoldings).map((holding) => (
          <li key={holding.symbol}>
            <Link className={`row ${styles.rowHolding}`} to="/crypto/$symbol" params={{ symbol: holding.symbol }}>
              <HoldingCells holding={holding} hidden={hidden} />
            </Link>
          </li>
        ))}
      </ul>
      {/* Shares would reveal hidden amounts. */}
      {!hidden && <AllocationBar holdings={holdings} />}
    </>
  );
}

function HoldingsSkeleton() {
  return (
    <>
      <SkeletonRows count={shownHoldings} />
      <div className={styles.allocation}>
        <Skeleton width="100%" height={10} />
        <Skeleton width={220} className="space-above-4" />
        <Skeleton width={300} className="space-above-6" />
      </div>
    </>
  );
}

function NoHoldings() {
  if (!useMay('pay')) return <EmptyState title="No crypto holdings yet" />;
  return (
    <EmptyState
      title="No crypto holdings yet"
      action={
        <Link className={buttonClass({ size: 's' })} to="/buy-crypto">
          Buy Crypto
        </Link>
      }
    >
      Start with as little as one dollar.
    </EmptyState>
  );
}
