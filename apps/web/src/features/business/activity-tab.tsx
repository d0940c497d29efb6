import { useQuery } from '@tanstack/react-query';
import { businessActsQuery } from '../../api/queries-of-businesses.ts';
import { brandName } from '../../ui/brand.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { transactionWhen } from '../../wallet-ui/transaction-when.ts';
import styles from './business.module.css';

/** The maximum number of acts that the server lists. */
const listed = 200;

/** Lists the actions in the business with their authors, newest first. */
export function ActivityTab() {
  const { data, isError, error, isFetching, refetch } = useQuery(businessActsQuery);
  return (
    <section className={`ledger ${styles.activity}`} aria-labelledby="activity">
      <header>
        <h2 id="activity">Who did what</h2>
        {data?.length === listed && <span className="small muted">The latest {listed}</span>}
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
                {transactionWhen(at)}
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
