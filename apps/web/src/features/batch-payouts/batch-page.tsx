import { CallRefused, type BatchPayout } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { History, TriangleAlert } from 'lucide-react';
import { batchQuery } from '../../api/queries-of-batch-payouts.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSubjectInTitle } from '../../ui/page-title.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BackToList } from '../../wallet-ui/back-to-list.tsx';
import { momentText } from '../../wallet-ui/day-text.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Proposer } from '../../wallet-ui/proposer.tsx';
import { BatchRows } from './batch-rows.tsx';
import { BatchSheet } from './batch-sheet.tsx';
import { badgeOf, isUnstarted } from './batch-words.ts';
import { Problems } from './problems.tsx';
import { useLiveTotals } from './use-live-totals.ts';
import styles from './batch-payouts.module.css';

/** One file of payments: its costs, its errors, its progress and its rows. */
export function BatchPage() {
  const { id } = useParams({ from: '/batch-payouts/$id' });
  const { data: batch, error, isFetching, refetch } = useQuery(batchQuery(id));
  return (
    <main className="wrap">
      {batch ? (
        <OneBatch key={id} batch={batch} />
      ) : (
        <>
          <header className="page-head">
            <AllBatches />
          </header>
          {!error && <SkeletonRows count={5} />}
          {error && isNotFound(error) && (
            <EmptyState heading="h2" title="Batch payout not found">
              The batch was removed, or it belongs to another account.
            </EmptyState>
          )}
          {error && !isNotFound(error) && (
            <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
          )}
        </>
      )}
    </main>
  );
}

const isNotFound = (error: Error) => error instanceof CallRefused && [400, 404, 422].includes(error.status);

const AllBatches = () => <BackToList to="/batch-payouts">All batch payouts</BackToList>;

function OneBatch({ batch: loaded }: { batch: BatchPayout }) {
  const batch = useLiveTotals(loaded);
  useSubjectInTitle(batch.file_name);
  const { tone, text } = badgeOf(batch);
  return (
    <>
      <header className="page-head">
        <div className={styles.title}>
          <AllBatches />
          <h1 className="wrap-anywhere">
            <bdi>{batch.file_name}</bdi>
          </h1>
          <p className={styles.identity}>
            <Badge tone={tone}>{text}</Badge>
            <Person did="Uploaded" by={batch.uploaded_by} byKey={batch.uploaded_by_key} at={batch.uploaded_at} />
            {batch.started_by && batch.started_at && (
              <Person did="Started" by={batch.started_by} byKey={batch.by_key} at={batch.started_at} />
            )}
          </p>
        </div>
      </header>
      <div className={styles.page}>
        <KnownFile batch={batch} />
        {batch.reason !== null && (
          <Notice icon={TriangleAlert} tone="warn">
            {batch.reason}
          </Notice>
        )}
        <BatchSheet batch={batch} />
        <Problems kind="error" batch={batch} />
        <Problems kind="warning" batch={batch} />
        <BatchRows batch={batch} />
      </div>
    </>
  );
}

/** Warns that the uploaded file was known. The warning is no longer needed once the batch payout has started. */
function KnownFile({ batch }: { batch: BatchPayout }) {
  const knownFile = useLocation({ select: ({ state }) => state.knownFile });
  if (knownFile === undefined || (knownFile === 'not started' && !isUnstarted(batch))) return null;
  return (
    <Notice icon={History} tone="warn">
      <Proposer proposed_by={batch.uploaded_by} by_key={batch.uploaded_by_key} />
      {batch.uploaded_by_key && ','} uploaded this file on {momentText(batch.uploaded_at)}.{' '}
      {knownFile === 'not started'
        ? 'It has not been paid.'
        : 'It is not paid again. To pay the same rows again, change something in the file, such as the month in the reference.'}
    </Notice>
  );
}

type PersonProps = { did: string; by: BatchPayout['uploaded_by']; byKey: BatchPayout['by_key']; at: string };

const Person = ({ did, by, byKey, at }: PersonProps) => (
  <span>
    {did} by <Proposer proposed_by={by} by_key={byKey} />, <time dateTime={at}>{momentText(at)}</time>
  </span>
);
