import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { transactionsQuery } from '../../api/queries.ts';
import { filterTransactions, startOf } from './filter-transactions.ts';
import type { HistorySearch } from './history-search.ts';

export type History = ReturnType<typeof useHistory>;

// Coming back to the page refreshes what is shown, but not page after page of a long list.
const pagesWorthRefreshing = 3;

type Options = ReturnType<typeof transactionsQuery>;

/** The history as far as it is fetched, what of it the filters leave, and the way to more of it. */
export function useHistory({ type, time, q }: HistorySearch) {
  const queryClient = useQueryClient();
  const query = useInfiniteQuery({
    ...transactionsQuery(type ?? 'all'),
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= pagesWorthRefreshing,
  });
  const { data, dataUpdatedAt, fetchNextPage, refetch } = query;
  useEffect(() => () => keepFirstPage(queryClient, transactionsQuery(type ?? 'all')), [queryClient, type]);
  // "Today" is the day on which the list was fetched.
  const now = useMemo(() => new Date(dataUpdatedAt), [dataUpdatedAt]);
  const fetched = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const matches = useMemo(
    () => filterTransactions(fetched, { ...(time && { time }), ...(q && { q }) }, now),
    [fetched, time, q, now],
  );
  const oldest = fetched.at(-1);
  const isPastStart = time !== undefined && oldest !== undefined && new Date(oldest.date) < startOf(time, now);
  return {
    now,
    fetched,
    matches,
    /** Whether older ones, not fetched yet, could match. */
    hasMore: query.hasNextPage && !isPastStart,
    isPending: query.isPending,
    isFetching: query.isFetching,
    hasFailed: query.isLoadingError,
    hasMoreFailed: query.isFetchNextPageError,
    fetchMore: useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]),
    retry: useCallback(() => void refetch(), [refetch]),
  };
}

/** Whoever comes back to a long list begins at its start again, instead of waiting for each of its pages to be refreshed. */
function keepFirstPage(queryClient: QueryClient, { queryKey }: Options) {
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
  queryClient.setQueryData(
    queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    { ...(updatedAt !== undefined && { updatedAt }) },
  );
}
