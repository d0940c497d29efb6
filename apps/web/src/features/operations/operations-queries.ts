import { endpoints } from '@florin/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The polling interval while the page is visible, because several operators share the queues. */
const pollMs = 15_000;

/** The key of all data that an action may change. An open case is not included, because each fetch is recorded. */
export const operationsKey = ['operations'] as const;

export const overviewQuery = queryOptions({
  queryKey: [...operationsKey, 'overview'],
  queryFn: ({ signal }) => api.call(endpoints.getOverview, {}, { signal }),
  refetchInterval: pollMs,
});

export const kycCasesQuery = queryOptions({
  queryKey: [...operationsKey, 'cases'],
  queryFn: ({ signal }) => api.call(endpoints.listKycCases, {}, { signal }),
  refetchInterval: pollMs,
});

export const bankOrdersQuery = queryOptions({
  queryKey: [...operationsKey, 'orders'],
  queryFn: ({ signal }) => api.call(endpoints.listBankOrders, {}, { signal }),
  refetchInterval: pollMs,
});

export const payoutDeskQuery = queryOptions({
  queryKey: [...operationsKey, 'payouts'],
  queryFn: ({ signal }) => api.call(endpoints.getPayoutDesk, {}, { signal }),
  refetchInterval: pollMs,
});

/** This query is not polled, because the server records each fetch. */
export const batchPaymentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['batch-payments', id],
    queryFn: async ({ signal }) =>
      (await api.call(endpoints.listBatchPayments, { params: { id } }, { signal })).payments,
    staleTime: 0,
  });

/** This query is polled less often, because statements arrive only a few times a day. */
export const bankDeskQuery = queryOptions({
  queryKey: [...operationsKey, 'bank'],
  queryFn: ({ signal }) => api.call(endpoints.getBankDesk, {}, { signal }),
  refetchInterval: 4 * pollMs,
});

export const receivablesQuery = queryOptions({
  queryKey: [...operationsKey, 'receivables'],
  queryFn: ({ signal }) => api.call(endpoints.listReceivables, {}, { signal }),
  refetchInterval: 4 * pollMs,
});

export const depositsQuery = (q: string) =>
  queryOptions({
    queryKey: [...operationsKey, 'deposits', q],
    queryFn: ({ signal }) => api.call(endpoints.findDeposits, { body: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
const newest = (): string | null => null;

export const bankDaysQuery = infiniteQueryOptions({
  queryKey: [...operationsKey, 'bank-days'],
  queryFn: ({ pageParam: before, signal }) =>
    api.call(endpoints.getBankDays, { query: before === null ? {} : { before } }, { signal }),
  initialPageParam: newest(),
  getNextPageParam: ({ older }) => older,
});

export const screeningQuery = queryOptions({
  queryKey: [...operationsKey, 'screening'],
  queryFn: ({ signal }) => api.call(endpoints.getScreening, {}, { signal }),
  refetchInterval: pollMs,
});

export const proposalsQuery = queryOptions({
  queryKey: [...operationsKey, 'proposals'],
  queryFn: ({ signal }) => api.call(endpoints.listProposals, {}, { signal }),
  refetchInterval: pollMs,
});

export const usersQuery = (q: string) =>
  queryOptions({
    queryKey: [...operationsKey, 'users', q],
    queryFn: ({ signal }) => api.call(endpoints.findUsers, { body: q === '' ? {} : { q } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const housePositionsQuery = queryOptions({
  queryKey: [...operationsKey, 'house'],
  queryFn: ({ signal }) => api.call(endpoints.listHousePositions, {}, { signal }),
});

export const ledgerHealthQuery = queryOptions({
  queryKey: [...operationsKey, 'ledger'],
  queryFn: ({ signal }) => api.call(endpoints.getLedgerHealth, {}, { signal }),
  refetchInterval: 4 * pollMs,
});

export const operatorActsQuery = infiniteQueryOptions({
  queryKey: [...operationsKey, 'acts'],
  queryFn: ({ pageParam: cursor, signal }) =>
    api.page(endpoints.listOperatorActs, { query: cursor === null ? {} : { cursor } }, { signal }),
  initialPageParam: newest(),
  getNextPageParam: ({ next }) => next,
});

/**
 * Loads on request only, because the server records each access. The key is not part of `operationsKey`, so no act
 * loads the list again.
 */
export const businessCasesQuery = queryOptions({
  queryKey: ['business-cases'],
  queryFn: ({ signal }) => api.call(endpoints.listBusinessCases, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/**
 * Options for a case or file. Each is fetched once, because the audit trail records each fetch. A closed case or file
 * leaves the cache, because the data is personal.
 */
const viewOptions = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

export const kycCaseQuery = (id: string) =>
  queryOptions({
    ...viewOptions,
    queryKey: ['case', id],
    queryFn: ({ signal }) => api.call(endpoints.getKycCase, { params: { id } }, { signal }),
  });

export const kycFileQuery = (id: string, fileId: string) =>
  queryOptions({
    ...viewOptions,
    queryKey: ['case', id, fileId],
    queryFn: ({ signal }) => openKycFile(id, fileId, signal),
  });

/** Fetches the bytes of a file. The answer has no content type; the case names the type. */
export async function openKycFile(id: string, fileId: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await api.open(endpoints.viewKycFile, { params: { id, fileId } }, { ...(signal && { signal }) });
  return answer.blob();
}
