import {
  endpoints,
  type BatchPayout,
  type BatchPayoutItem,
  type BatchPayoutState,
  type BatchRowState,
} from '@florin/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** The key prefix of all batch payout queries: lists, details and rows. */
export const batchesKey = ['batch-payouts'] as const;

/**
 * The polling interval of a batch payout that can change without this page. The payout is polled, because a run moves
 * money many times a second. Each live update would interrupt the previous load.
 */
const pollMs: Partial<Record<BatchPayoutState, number>> = { running: 1_000, waiting: 5_000, ready: 15_000 };
const pollListMs = 15_000;
const pollActiveListMs = 3_000;
/** Rows change slower on the screen than the counts, because a page of them is larger. */
const pollRowsMs = 2_000;
const rowsPerPage = 100;

const firstPage: string | undefined = undefined;

export const batchesQuery = infiniteQueryOptions({
  queryKey: [...batchesKey, 'pages'],
  queryFn: ({ pageParam: cursor, signal }) =>
    api.page(endpoints.listBatchPayouts, { query: cursor === undefined ? {} : { cursor } }, { signal }),
  initialPageParam: firstPage as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  refetchInterval: ({ state }) => (state.data?.pages.some(hasActive) ? pollActiveListMs : pollListMs),
});

const hasActive = ({ items }: { items: readonly BatchPayoutItem[] }) =>
  items.some(({ state }) => state === 'running' || state === 'waiting');

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: [...batchesKey, 'one', id],
    queryFn: ({ signal }) => api.call(endpoints.getBatchPayout, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && pollMs[state.data.state]) ?? false,
  });

type AskedRows = { readonly state: BatchRowState | 'all'; readonly cursor: string | undefined };

/** One page of the rows. A change of the batch payout's state loads the rows again. */
export const batchRowsQuery = ({ id, state: now, ended_at: end }: BatchPayout, { state, cursor }: AskedRows) =>
  queryOptions({
    queryKey: [...batchesKey, 'rows', id, state, cursor, end ?? now],
    queryFn: ({ signal }) =>
      api.page(
        endpoints.listBatchRows,
        { params: { id }, query: { state, limit: rowsPerPage, ...(cursor !== undefined && { cursor }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: now === 'running' ? pollRowsMs : false,
  });
