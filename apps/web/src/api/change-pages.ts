import type { InfiniteData, Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import type { HistoryPage } from './queries.ts';

export type FetchedPages = InfiniteData<HistoryPage, unknown>;

/**
 * Changes the loaded history pages. Cancels a fetch of the next page first, because its result would overwrite the
 * change. The end of the list fetches that page again.
 */
export async function changePages(
  queryClient: QueryClient,
  filters: Pick<QueryFilters, 'queryKey' | 'exact'>,
  change: (fetched: FetchedPages) => FetchedPages,
): Promise<void> {
  await queryClient.cancelQueries({ ...filters, predicate: isFetchingMore });
  queryClient.setQueriesData<FetchedPages>(filters, (fetched) => fetched && change(fetched));
}

/** Whether the query is fetching the next page, not reloading its pages. */
export const isFetchingMore = ({ state }: Query): boolean =>
  state.fetchStatus !== 'idle' && state.fetchMeta?.fetchMore !== undefined;
