import type { InfiniteData, Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import type { HistoryPage } from './queries.ts';

export type FetchedPages = InfiniteData<HistoryPage, unknown>;

/**
 * Changes what is fetched of the history. The next page is written together with the pages that were there when it was
 * asked for, over what has changed since: one that is under way is given up, and the end of the list asks for it again.
 */
export async function changePages(
  queryClient: QueryClient,
  filters: Pick<QueryFilters, 'queryKey' | 'exact'>,
  change: (fetched: FetchedPages) => FetchedPages,
): Promise<void> {
  await queryClient.cancelQueries({ ...filters, predicate: isFetchingMore });
  queryClient.setQueriesData<FetchedPages>(filters, (fetched) => fetched && change(fetched));
}

/** Another page, and not those that are there once more. */
export const isFetchingMore = ({ state }: Query): boolean =>
  state.fetchStatus !== 'idle' && state.fetchMeta?.fetchMore !== undefined;
