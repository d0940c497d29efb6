import type { PaymentRequest } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../api/server-time.ts';
import { allRequestsQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EndedRequestRow } from './ended-request-row.tsx';
import { OpenRequestRow } from './open-request-row.tsx';
import styles from './receive.module.css';

/** Lists the member's own requests: the open requests, and the recently ended requests. */
export function OwnRequests() {
  const { data, isError, error, isFetching, refetch } = useQuery({ ...allRequestsQuery, select: ownRequests });
  return (
    <>
      <section className={styles.open} aria-labelledby="open-requests">
        <header className="rule-head">
          <h2 id="open-requests">Open requests</h2>
          {data && <span className="small muted">{data.open.length}</span>}
        </header>
        {data?.open.map((request) => (
          <OpenRequestRow key={request.id} request={request} />
        ))}
        {data?.open.length === 0 && (
          <EmptyState title="No open requests">Your requests stay here until they are paid.</EmptyState>
        )}
        {!data &&
          (isError ? (
            <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <SkeletonRows count={2} />
          ))}
      </section>
      {data && data.ended.length > 0 && <EndedRequests requests={data.ended} />}
    </>
  );
}

function EndedRequests({ requests }: { requests: readonly PaymentRequest[] }) {
  return (
    <section className={styles.open} aria-labelledby="ended-requests">
      <header className="rule-head">
        <h2 id="ended-requests">Recently ended</h2>
      </header>
      {requests.map((request) => (
        <EndedRequestRow key={request.id} request={request} />
      ))}
    </section>
  );
}

/**
 * The maximum age in days and the maximum number of ended requests. With these limits, the list fits next to the form.
 */
const recent = { days: 7, max: 5 } as const;

function ownRequests(requests: readonly PaymentRequest[], now = serverNow()) {
  const own = requests.filter(({ direction }) => direction === 'outgoing');
  const since = now - recent.days * 24 * 60 * 60 * 1000;
  return {
    open: own.filter(({ state }) => state === 'open'),
    ended: own
      .filter(({ ended_at }) => ended_at !== undefined && Date.parse(ended_at) >= since)
      .toSorted((a, b) => (b.ended_at ?? '').localeCompare(a.ended_at ?? ''))
      .slice(0, recent.max),
  };
}
