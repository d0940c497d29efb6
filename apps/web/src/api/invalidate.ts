import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

/** Of the queries that a change is about, which are asked for again. */
export type Which = (query: Query) => boolean;

export const all: Which = () => true;

/** What has failed has read nothing, and says so with a Retry that is not to be pulled away. */
export const notFailed: Which = ({ state }) => state.data !== undefined || state.status === 'pending';

/**
 * Asks again for what these queries have, as far as it is on the screen. A first answer that is under way may have been
 * read before the change: TanStack Query would take it for new, so that it is asked for once more when it has come.
 */
export function invalidate(queryClient: QueryClient, filters: InvalidateQueryFilters): void {
  const underWay = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  for (const { state, queryKey, promise } of underWay) {
    const again = () => void queryClient.invalidateQueries({ queryKey, exact: true });
    if (state.data === undefined) void promise?.then(again, () => undefined);
  }
  void queryClient.invalidateQueries(filters);
}
