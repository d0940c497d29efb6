import './sell.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { portfolioQuery } from '../../api/queries.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useLoadFailureToast } from '../../wallet-ui/load-failure-toast.ts';
import { HoldingsAndSale } from './holdings-and-sale.tsx';

export function SellPage() {
  const portfolio = useQuery(portfolioQuery);
  useLoadFailureToast(portfolio.isLoadingError, 'Failed to load portfolio');
  return (
    <main className="wrap sell">
      <header className="page-head">
        <h1>Sell Crypto</h1>
      </header>
      {!portfolio.data && (
        <div className="two-col">
          <section className="ledger col-l">
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
      {portfolio.data?.length === 0 && <NothingToSell />}
      {portfolio.data && portfolio.data.length > 0 && <HoldingsAndSale holdings={portfolio.data} />}
    </main>
  );
}

function NothingToSell() {
  return (
    <EmptyState
      title="No crypto holdings to sell"
      action={
        <Link to="/buy-crypto" className={buttonClass({ size: 's' })}>
          Buy Crypto
        </Link>
      }
    >
      Coins that you buy appear here.
    </EmptyState>
  );
}
