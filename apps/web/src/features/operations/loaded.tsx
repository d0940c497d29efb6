import type { ReactNode } from 'react';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './operations.module.css';

type LoadedProps<Data> = {
  query: {
    data: Data | undefined;
    isError: boolean;
    error: Error | null;
    isFetching: boolean;
    fetchStatus: string;
    refetch: () => unknown;
  };
  children: (data: Data) => ReactNode;
};

/** Renders the data of a section, a skeleton while it loads, or an error with Retry. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  // Offline queries pause. Show the error instead of an endless skeleton.
  if (query.isError || query.fetchStatus === 'paused')
    return (
      <LoadFailed
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        reassures={false}
      />
    );
  return (
    <div className={styles.skeleton} aria-busy>
      <output className="screen-reader">Loading</output>
      <Skeleton width="82%" />
      <Skeleton width="64%" />
      <Skeleton width="73%" />
    </div>
  );
}
