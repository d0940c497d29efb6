import { fromExact, type BatchPayoutItem } from '@florin/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { batchesQuery } from '../../api/queries-of-batch-payouts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { clockText, nearDayText } from '../../wallet-ui/day-text.ts';
import { Proposer } from '../../wallet-ui/proposer.tsx';
import { amountsText, badgeOf, counted, countText, outcomeText } from './batch-words.ts';
import styles from './batch-payouts.module.css';

/** The uploaded files, newest first. */
export function BatchList() {
  const list = useInfiniteQuery(batchesQuery);
  const batches = list.data?.pages.flatMap(({ items }) => items);
  return (
    <section className="ledger" aria-labelledby="batches">
      <header>
        <h2 id="batches">Earlier files</h2>
      </header>
      {batches?.length === 0 && (
        <EmptyState title="No files yet">
          Download the template, fill in one row for each payment, and upload it.
        </EmptyState>
      )}
      {batches && batches.length > 0 && (
        <ul aria-label="Batch payouts">
          {batches.map((batch) => (
            <li key={batch.id}>
              <BatchItem batch={batch} />
            </li>
          ))}
        </ul>
      )}
      {!batches &&
        (list.error ? (
          <LoadFailed error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
        ) : (
          <SkeletonRows count={3} />
        ))}
      {list.hasNextPage && (
        <Button
          className={styles.more}
          busy={list.isFetchingNextPage}
          needsServer
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

function BatchItem({ batch }: { batch: BatchPayoutItem }) {
  const { id, file_name: name, totals, uploaded_by: by, uploaded_by_key: key, uploaded_at: at } = batch;
  const { tone, text } = badgeOf(batch);
  const sums = totals.map((total) => fromExact(total.currency, total.total_exact));
  return (
    <Link className={`row ${styles.item}`} to="/batch-payouts/$id" params={{ id }}>
      <span>
        <bdi className="row-title block wrap-anywhere">{name}</bdi>
        <span className={`row-subtitle block ${styles.wraps}`}>
          <Proposer proposed_by={by} by_key={key} />,{' '}
          <time dateTime={at}>{`${nearDayText(at)}, ${clockText(at)}`}</time>
        </span>
      </span>
      <span className={styles.itemSums}>
        <span className={styles.amounts}>{sums.length > 0 ? amountsText(sums) : '–'}</span>
        <span className="small muted">{progressText(batch)}</span>
      </span>
      <span className={styles.itemState}>
        <Badge tone={tone}>{text}</Badge>
      </span>
    </Link>
  );
}

function progressText({ state, counts }: BatchPayoutItem): string {
  if (state === 'invalid') return `${countText(counts.invalid, 'row')} of ${counted(counts.all)} with errors`;
  return counts.paid + counts.failed + counts.not_run > 0 ? outcomeText(counts) : countText(counts.all);
}
