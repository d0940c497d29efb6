import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { HistoryEnd } from './history-end.tsx';
import { HistoryList } from './history-list.tsx';
import { isFiltered, type HistorySearch } from './history-search.ts';
import type { History } from './use-history.ts';

/** The transactions under their count, or what stands in their place. */
export function HistoryLedger({ history, search }: { history: History; search: HistorySearch }) {
  return (
    <section className="ledger" aria-labelledby="all-transactions">
      <header>
        <h2 id="all-transactions" aria-live="polite">
          All Transactions{countOf(history)}
        </h2>
        <span className="small muted only-wide">Newest first</span>
      </header>
      <Content history={history} search={search} />
    </section>
  );
}

/** With a plus while older ones may come. */
const countOf = ({ matches, isPending, hasFailed, hasMore }: History) =>
  isPending || hasFailed ? '' : ` (${matches.length.toLocaleString('en')}${hasMore ? '+' : ''})`;

function Content({ history, search }: { history: History; search: HistorySearch }) {
  if (history.hasFailed) return <LoadFailed onRetry={history.retry} retrying={history.isFetching} />;
  if (history.isPending) return <SkeletonRows count={6} />;
  if (history.matches.length === 0 && !history.hasMore) return <NothingFound search={search} />;
  return (
    <>
      <HistoryList transactions={history.matches} now={history.now} />
      <HistoryEnd history={history} />
    </>
  );
}

function NothingFound({ search }: { search: HistorySearch }) {
  return (
    <EmptyState
      title="No transactions found"
      action={
        isFiltered(search) && (
          <Link to="/transactions" className={buttonClass({ size: 's' })}>
            Clear filters
          </Link>
        )
      }
    >
      Try adjusting your filters
    </EmptyState>
  );
}
