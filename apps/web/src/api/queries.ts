import { endpoints, type TransactionType } from '@florin/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

const priceIntervalMs = 5_000;
const recentCount = 5;
const pageSize = 100;

/** The signed-in user. Its presence in the cache is the session, so it is never collected. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.call(endpoints.me, {}, { signal }),
  gcTime: Number.POSITIVE_INFINITY,
});

export const walletsQuery = queryOptions({
  queryKey: ['wallets'],
  queryFn: ({ signal }) => api.call(endpoints.listWallets, {}, { signal }),
});

export const coinsQuery = queryOptions({
  queryKey: ['coins'],
  queryFn: ({ signal }) => api.call(endpoints.listCoins, {}, { signal }),
  refetchInterval: priceIntervalMs,
});

export const portfolioQuery = queryOptions({
  queryKey: ['portfolio'],
  queryFn: ({ signal }) => api.call(endpoints.getPortfolio, {}, { signal }),
  refetchInterval: priceIntervalMs,
});

export const paymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: ({ signal }) => api.call(endpoints.listPaymentMethods, {}, { signal }),
});

export const recentTransactionsQuery = queryOptions({
  queryKey: ['transactions', 'recent'],
  queryFn: ({ signal }) => api.call(endpoints.listTransactions, { query: { limit: recentCount } }, { signal }),
});

/** The history, newest first, a page of 100 after the other. The type filter is sent; `all` is not. */
export const transactionsQuery = (type: TransactionType | 'all') =>
  infiniteQueryOptions({
    queryKey: ['transactions', 'pages', type],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(
        endpoints.listTransactions,
        { query: { limit: pageSize, ...(type !== 'all' && { type }), ...(cursor !== null && { cursor }) } },
        { signal },
      ),
    // Going back to a type asks again (specification, section 7).
    staleTime: 0,
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
  });

const firstPage: string | null = null;
