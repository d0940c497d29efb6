import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  skeleton: ReactNode;
  /** What is said when it does not come, where two parts of one card can fail. */
  failure?: string;
  children: (data: Data) => ReactNode;
};

/** A card's content; until it is there its shape, and when it does not come, the failure in its place. */
export function Loaded<Data>({ query, skeleton, failure = 'Could not load', children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  // Without a network the query waits, which is no reason to keep the reader waiting.
  if (query.isError || query.fetchStatus === 'paused')
    return <LoadFailed message={failure} error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
