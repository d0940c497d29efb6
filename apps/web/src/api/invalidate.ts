import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

/** Selects the queries that are refetched after a change. */
export type Which = (query: Query) => boolean;

export const all: Which = () => true;

/** Excludes failed queries: their screen shows an error with Retry, which must not disappear. */
export const notFailed: Which = ({ state }) => state.data !== undefined || state.status === 'pending';

/**
 * Invalidates queries and refetches the queries on the screen. A first fetch under way may have read data from before
 * the change. TanStack Query would treat its result as fresh, so this query is fetched again afterwards.
 */
export function invalidate(queryClient: QueryClient, filters: InvalidateQueryFilters): void {
  const fetching = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  for (const { state, queryKey, promise } of fetching) {
    const again = () => void queryClient.invalidateQueries({ queryKey, exact: true });
    if (state.data === undefined) void promise?.then(again, () => undefined);
  }
  void queryClient.invalidateQueries(filters);
}
