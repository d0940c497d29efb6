import { prepareSearch } from '@florin/contract';
import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { toServerTime } from '../../api/server-time.ts';
import type { Transaction } from '../../api/read/answers.ts';
import { transactionsQuery } from '../../api/queries.ts';
import { filterTransactions, periodOf, startOf } from './filter-transactions.ts';
import { extraFiltersOf, type ExtraFilters, type HistorySearch } from './history-search.ts';

export type History = ReturnType<typeof useHistory>;

/** Focusing the window refetches lists of up to this many pages. Longer lists would send too many requests. */
const maxPagesToRefresh = 3;

type Options = ReturnType<typeof transactionsQuery>;

/** Returns the fetched transactions, the matching transactions, and a function that fetches more. */
export function useHistory({ type, time, q = '', ...rest }: HistorySearch) {
  const queryClient = useQueryClient();
  const extra = useStableValue(extraFiltersOf(rest));
  const options = useMemo(() => transactionsQuery({ type: type ?? 'all', ...queryOf(extra) }), [type, extra]);
  const query = useInfiniteQuery({
    ...options,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= maxPagesToRefresh,
  });
  const { data, dataUpdatedAt, isFetching, isFetchNextPageError: hasMoreFailed, fetchNextPage, refetch } = query;
  useEffect(() => () => trimToFirstPage(queryClient, options), [queryClient, options]);
  useEffect(() => prepareSearch(data?.pages.at(-1)?.items ?? []), [data]);
  // "Today" is the day of the last fetch.
  const now = useMemo(() => new Date(toServerTime(dataUpdatedAt)), [dataUpdatedAt]);
  const fetched = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const matches = useMemo(
    () => filterTransactions(fetched, { ...extra, q, ...(time && { time }) }, now),
    [fetched, extra, time, q, now],
  );
  const fetchMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  // Whether older transactions that are not fetched yet could match.
  const hasMore = query.hasNextPage && !isPastPeriodStart(fetched, time, now);
  // Time and search filter in the browser, so they need all older pages.
  const isSearching = hasMore && !hasMoreFailed && (time !== undefined || q.trim() !== '');
  // `fetched` runs this effect after each page: a fast response may never show `isFetching`.
  useEffect(() => {
    if (isSearching && !isFetching) fetchMore();
  }, [isSearching, isFetching, fetched, fetchMore]);
  return {
    now,
    fetched,
    matches,
    hasMore,
    /** The server's total count. Undefined if a filter applies only in the browser. */
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

/** Returns the filters as query parameters of the server. */
function queryOf({ from, to, ...rest }: ExtraFilters) {
  const { since, until } = periodOf({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  return { ...rest, ...(since && { since: since.toISOString() }), ...(until && { until: until.toISOString() }) };
}

/** Returns the same object as long as its JSON is equal. */
function useStableValue<T extends object>(value: T): T {
  const text = JSON.stringify(value);
  const [stable, setStable] = useState({ text, value });
  if (stable.text === text) return stable.value;
  setStable({ text, value });
  return value;
}

function isPastPeriodStart(fetched: readonly Transaction[], time: HistorySearch['time'], now: Date): boolean {
  const oldest = fetched.at(-1);
  return time !== undefined && oldest !== undefined && new Date(oldest.date) < startOf(time, now);
}

/** Drops all cached pages except the first, so returning to a long list does not refetch each page. */
function trimToFirstPage(queryClient: QueryClient, { queryKey }: Options) {
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
  queryClient.setQueryData(
    queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    { ...(updatedAt !== undefined && { updatedAt }) },
  );
}
