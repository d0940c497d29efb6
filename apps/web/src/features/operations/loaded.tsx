import type { ReactNode } from 'react';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

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

/** A section's content; until it is there the shape of its lines, and when it does not come, the failure in its place. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  // Without a network the query waits, which is no reason to keep the reader waiting.
  if (query.isError || query.fetchStatus === 'paused')
    return <LoadFailed error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return (
    <div className="ops-skel" aria-busy>
      <output className="sr">Loading</output>
      <Skeleton width="82%" />
      <Skeleton width="64%" />
      <Skeleton width="73%" />
    </div>
  );
}
