import { endpoints } from '@florin/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** While the page is seen: several operators work on the same queue. */
const liveMs = 15_000;

/** Everything that an operator's act may change; what is opened of a case is not among it, as each look is recorded. */
export const operationsKey = ['operations'] as const;

export const overviewQuery = queryOptions({
  queryKey: [...operationsKey, 'overview'],
  queryFn: ({ signal }) => api.call(endpoints.getOverview, {}, { signal }),
  refetchInterval: liveMs,
});

export const kycCasesQuery = queryOptions({
  queryKey: [...operationsKey, 'cases'],
  queryFn: ({ signal }) => api.call(endpoints.listKycCases, {}, { signal }),
  refetchInterval: liveMs,
});

export const bankOrdersQuery = queryOptions({
  queryKey: [...operationsKey, 'orders'],
  queryFn: ({ signal }) => api.call(endpoints.listBankOrders, {}, { signal }),
  refetchInterval: liveMs,
});

export const proposalsQuery = queryOptions({
  queryKey: [...operationsKey, 'proposals'],
  queryFn: ({ signal }) => api.call(endpoints.listProposals, {}, { signal }),
  refetchInterval: liveMs,
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
  refetchInterval: 4 * liveMs,
});

const newest = (): string | null => null;

export const operatorActsQuery = infiniteQueryOptions({
  queryKey: [...operationsKey, 'acts'],
  queryFn: ({ pageParam: cursor, signal }) =>
    api.page(endpoints.listOperatorActs, { query: cursor === null ? {} : { cursor } }, { signal }),
  initialPageParam: newest(),
  getNextPageParam: ({ next }) => next,
});

/**
 * What is opened is asked for once and forgotten when it is closed: each look is written to the audit trail, and personal
 * data stays no longer than it is looked at.
 */
const look = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

export const kycCaseQuery = (id: string) =>
  queryOptions({
    ...look,
    queryKey: ['case', id],
    queryFn: ({ signal }) => api.call(endpoints.getKycCase, { params: { id } }, { signal }),
  });

export const kycFileQuery = (id: string, fileId: string) =>
  queryOptions({
    ...look,
    queryKey: ['case', id, fileId],
    queryFn: ({ signal }) => openKycFile(id, fileId, signal),
  });

/** The bytes of a file; its type is in the case, as it is sent without one. */
export async function openKycFile(id: string, fileId: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await api.open(endpoints.viewKycFile, { params: { id, fileId } }, { ...(signal && { signal }) });
  return answer.blob();
}
