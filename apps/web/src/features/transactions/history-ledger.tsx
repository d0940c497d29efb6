import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { HistoryEnd } from './history-end.tsx';
import { HistoryList } from './history-list.tsx';
import { isFiltered, type HistorySearch } from './history-search.ts';
import type { History } from './use-history.ts';
import styles from './transactions.module.css';

type HistoryLedgerProps = { history: History; search: HistorySearch; onClear: () => void };

/** Shows the count and the transactions, or a skeleton, an error or an empty state. */
export function HistoryLedger({ history, search, onClear }: HistoryLedgerProps) {
  return (
    <section className="ledger" aria-labelledby="all-transactions">
      <header>
        <h2 id="all-transactions" aria-live={history.isSearching ? 'off' : 'polite'}>
          All Transactions{countOf(history)}
        </h2>
        {history.isSearching ? (
          <Searching history={history} />
        ) : (
          <span className="small muted only-wide">Newest first</span>
        )}
      </header>
      <Content history={history} search={search} onClear={onClear} />
    </section>
  );
}

/**
 * Returns the server's count. Without the server's count, returns the loaded count, with a plus if older transactions
 * may exist.
 */
function countOf({ matches, isPending, hasFailed, hasMore, total }: History): string {
  if (isPending || hasFailed) return '';
  if (hasMore && total !== undefined) return ` (${total.toLocaleString('en')})`;
  return ` (${matches.length.toLocaleString('en')}${hasMore ? '+' : ''})`;
}

/** Shows the search progress. The count is hidden from screen readers, which would announce it after each page. */
const Searching = ({ history }: { history: History }) => (
  <span className={`${styles.searching} small muted`}>
    <Spinner size={16} />
    <output>Searching older transactions…</output>
    <span aria-hidden>{history.fetched.length.toLocaleString('en')}</span>
  </span>
);

function Content({ history, search, onClear }: HistoryLedgerProps) {
  if (history.hasFailed)
    return <LoadFailed error={history.error} onRetry={history.retry} retrying={history.isFetching} />;
  if (history.isPending) return <SkeletonRows count={6} />;
  if (history.matches.length === 0 && !history.hasMore) return <NothingFound search={search} onClear={onClear} />;
  return (
    <>
      <HistoryList transactions={history.matches} now={history.now} />
      <HistoryEnd history={history} />
    </>
  );
}

/** Shows the empty state. Offers to clear the filters. Without filters, offers the first steps. */
function NothingFound({ search, onClear }: Omit<HistoryLedgerProps, 'history'>) {
  return (
    <EmptyState
      title="No transactions found"
      action={
        isFiltered(search) ? (
          <Link to="/transactions" className={buttonClass({ size: 's' })} onClick={onClear}>
            Clear filters
          </Link>
        ) : (
          <FirstActions />
        )
      }
    >
      Try adjusting your filters
    </EmptyState>
  );
}

const FirstActions = () => (
  <span className={styles.emptyActions}>
    <Link to="/dashboard" search={{ tab: 'wallet', add: 'USD' }} className={buttonClass({ size: 's' })}>
      Add Funds
    </Link>
    <Link to="/receive" className={buttonClass({ size: 's' })}>
      Receive
    </Link>
  </span>
);
