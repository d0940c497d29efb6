import { useQuery } from '@tanstack/react-query';
import { businessActsQuery } from '../../api/queries-of-businesses.ts';
import { brandName } from '../../ui/brand.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { clockText, nearDayText } from '../../wallet-ui/day-text.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import styles from './business.module.css';

/** Who changed what, newest first. */
export function ActivityTab() {
  const { data, isError, error, isFetching, refetch } = useQuery(businessActsQuery);
  return (
    <section className={`ledger ${styles.activity}`} aria-labelledby="activity">
      <header>
        <h2 id="activity">Who did what</h2>
        <span className="small muted">The latest 200</span>
      </header>
      {data?.length === 0 && <EmptyState title="Nothing yet">Changes of the business appear here.</EmptyState>}
      {data && (
        <ol>
          {data.map(({ id, who, did, about, at }) => (
            <li className={`row ${styles.act}`} key={id}>
              <span>
                <span className={`row-title block ${styles.wraps}`}>
                  {did}
                  {about !== '' && (
                    <>
                      : <bdi>{about}</bdi>
                    </>
                  )}
                </span>
                <span className={`row-subtitle block ${styles.wraps}`}>{who ?? brandName}</span>
              </span>
              <time className="row-end small muted" dateTime={at}>
                {nearDayText(at)}, {clockText(at)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {!data &&
        (isError ? (
          <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonRows count={4} />
        ))}
    </section>
  );
}
