import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  skeleton: ReactNode;
  /** The error message. Needed if two parts of one card can fail. */
  failure?: string;
  children: (data: Data) => ReactNode;
};

/** Shows a query's data, its skeleton while it loads, or an error with Retry. */
export function Loaded<Data>({ query, skeleton, failure = 'Could not load', children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  // An offline query stays paused. Show the error instead of an endless skeleton.
  if (query.isError || query.fetchStatus === 'paused')
    return <LoadFailed message={failure} error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
