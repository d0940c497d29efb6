import { prepareSearch } from '@florin/contract';
import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { onServer } from '../../api/server-time.ts';
import type { Transaction } from '../../api/read/answers.ts';
import { transactionsQuery } from '../../api/queries.ts';
import { filterTransactions, periodOf, startOf } from './filter-transactions.ts';
import { furtherOf, type FurtherFilters, type HistorySearch } from './history-search.ts';

export type History = ReturnType<typeof useHistory>;

// Coming back to the page refreshes what is shown, but not page after page of a long list.
const pagesWorthRefreshing = 3;

type Options = ReturnType<typeof transactionsQuery>;

/** The history as far as it is fetched, what of it the filters leave, and the way to more of it. */
export function useHistory({ type, time, q = '', ...rest }: HistorySearch) {
  const queryClient = useQueryClient();
  const further = useUnchanged(furtherOf(rest));
  const asked = useMemo(() => transactionsQuery({ type: type ?? 'all', ...askedOf(further) }), [type, further]);
  const query = useInfiniteQuery({
    ...asked,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= pagesWorthRefreshing,
  });
  const { data, dataUpdatedAt, isFetching, isFetchNextPageError: hasMoreFailed, fetchNextPage, refetch } = query;
  useEffect(() => () => keepFirstPage(queryClient, asked), [queryClient, asked]);
  useEffect(() => prepareSearch(data?.pages.at(-1)?.items ?? []), [data]);
  // "Today" is the day on which the list was fetched.
  const now = useMemo(() => new Date(onServer(dataUpdatedAt)), [dataUpdatedAt]);
  const fetched = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const matches = useMemo(
    () => filterTransactions(fetched, { ...further, q, ...(time && { time }) }, now),
    [fetched, further, time, q, now],
  );
  const fetchMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  // Whether older ones, not fetched yet, could match.
  const hasMore = query.hasNextPage && !isPastStart(fetched, time, now);
  // The filters are applied here: what they would leave of the older pages is only known with those.
  const isSearching = hasMore && !hasMoreFailed && (time !== undefined || q.trim() !== '');
  // After each page again: one that comes at once is never seen being fetched.
  useEffect(() => {
    if (isSearching && !isFetching) fetchMore();
  }, [isSearching, isFetching, fetched, fetchMore]);
  return {
    now,
    fetched,
    matches,
    hasMore,
    /** How many there are in all, where the server says so and nothing is filtered here. */
    total: time === undefined && q.trim() === '' ? data?.pages[0]?.total : undefined,
    isSearching,
    isPending: query.isPending,
    isFetching,
    hasFailed: query.isLoadingError,
    hasMoreFailed,
    error: query.error,
    fetchMore,
    retry: useCallback(() => void refetch(), [refetch]),
  };
}

/** As the server is asked for it. */
function askedOf({ from, to, ...rest }: FurtherFilters) {
  const { since, until } = periodOf({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  return { ...rest, ...(since && { since: since.toISOString() }), ...(until && { until: until.toISOString() }) };
}

/** The same object as long as it says the same. */
function useUnchanged<T extends object>(value: T): T {
  const text = JSON.stringify(value);
  const [kept, setKept] = useState({ text, value });
  if (kept.text === text) return kept.value;
  setKept({ text, value });
  return value;
}

function isPastStart(fetched: readonly Transaction[], time: HistorySearch['time'], now: Date): boolean {
  const oldest = fetched.at(-1);
  return time !== undefined && oldest !== undefined && new Date(oldest.date) < startOf(time, now);
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
