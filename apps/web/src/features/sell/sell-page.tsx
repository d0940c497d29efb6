import { useQuery } from '@tanstack/react-query';
import { portfolioQuery } from '../../api/queries.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useLoadFailureToast } from '../../wallet-ui/load-failure-toast.ts';
import { HoldingsAndSale } from './holdings-and-sale.tsx';
import styles from './sell.module.css';

export function SellPage() {
  const portfolio = useQuery(portfolioQuery);
  useLoadFailureToast(portfolio.isLoadingError, 'Failed to load portfolio');
  return (
    <main className={`wrap ${styles.page}`}>
      <header className="page-head">
        <h1>Sell Crypto</h1>
      </header>
      {!portfolio.data && (
        <div className="two-columns">
          <section className="ledger column-left">
            <header>
              <h2>Your holdings</h2>
            </header>
            {portfolio.isPending && <SkeletonRows count={4} />}
            {portfolio.isLoadingError && (
              <LoadFailed error={portfolio.error} onRetry={() => void portfolio.refetch()} />
            )}
          </section>
        </div>
      )}
      {portfolio.data && <HoldingsAndSale holdings={portfolio.data} />}
    </main>
  );
}
