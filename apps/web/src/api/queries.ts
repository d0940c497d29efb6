import {
  endpoints,
  type BalanceRange,
  type CallOf,
  type Endpoints,
  type Page,
  type TransactionType,
} from '@florin/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Transaction } from './read/answers.ts';
import { api } from './client.ts';
import { ifOffered, orFallback } from './not-offered.ts';
import {
  defaultPreferences,
  formOnly,
  noHistory,
  nothingToDo,
  usdBalanceAlone,
  walletsOrBalances,
  type DraftOrForm,
} from './fallbacks.ts';

/** Visible prices update by stream (live-prices.ts). This interval refreshes the rest of a list and its order. */
export const priceIntervalMs = 60_000;
/** For sparklines, which show a day. */
const sparklineIntervalMs = 15 * 60_000;
export const recentCount = 5;
const pageSize = 100;
/** More transactions than a screen shows, but few enough that a long history loads as fast as a short history. */
const firstPageSize = 30;

/** The signed-in user. The user's presence in the cache is the session, so the user is never garbage collected. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.call(endpoints.me, {}, { signal }),
  gcTime: Number.POSITIVE_INFINITY,
});

/** The completed first steps of a new member. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => orFallback(api.call(endpoints.getFirstSteps, {}, { signal }), nothingToDo),
});

export const walletsQuery = queryOptions({
  queryKey: ['wallets'],
  queryFn: ({ signal }) => walletsOrBalances(api.call(endpoints.listWallets, {}, { signal }), signal),
});

export const sparklinesQuery = queryOptions({
  queryKey: ['sparklines'],
  queryFn: ({ signal }) => orFallback(api.call(endpoints.listSparklines, {}, { signal }), () => []),
  staleTime: sparklineIntervalMs,
  refetchInterval: sparklineIntervalMs,
});

/** The remaining purchase limit of this month. */
export const allowanceQuery = queryOptions({
  queryKey: ['allowance'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.getPurchaseAllowance, {}, { signal })),
});

/** The current plan and the prices of a change. */
export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.getPlan, {}, { signal })),
});

/** Total value, cost and gains of all coins. */
export const gainsQuery = queryOptions({
  queryKey: ['portfolio', 'gains'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.getGains, {}, { signal })),
  refetchInterval: priceIntervalMs,
});

/** The total value of USD and coins over time. */
export const balanceHistoryQuery = (range: BalanceRange) =>
  queryOptions({
    queryKey: ['portfolio', 'history', range],
    queryFn: ({ signal }) =>
      orFallback(api.call(endpoints.getBalanceHistory, { query: { range } }, { signal }), () => noHistory(range)),
    refetchInterval: priceIntervalMs,
  });

export const portfolioQuery = queryOptions({
  queryKey: ['portfolio'],
  queryFn: ({ signal }) => api.call(endpoints.getPortfolio, {}, { signal }),
  refetchInterval: priceIntervalMs,
});

export const paymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: ({ signal }) => orFallback(api.call(endpoints.listPaymentMethods, {}, { signal }), usdBalanceAlone),
});

/** The remaining limits for sends and withdrawals. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.getLimits, {}, { signal })),
});

/** The status, level and limits of the identity verification. */
export const kycQuery = queryOptions({
  queryKey: ['kyc'],
  queryFn: ({ signal }) => api.call(endpoints.getKycStatus, {}, { signal }),
});

/** The form and files entered for the verification so far. */
export const kycDraftQuery = queryOptions({
  queryKey: ['kyc-draft'],
  queryFn: ({ signal }) => orFallback<DraftOrForm>(api.call(endpoints.getKycDraft, {}, { signal }), formOnly),
});

/** The account's password date, second factors and passkeys. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.getSecurity, {}, { signal })),
});

/** The member's active sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.listSessions, {}, { signal })),
});

/** The member's previous email addresses. */
export const formerAddressesQuery = (email: string) =>
  queryOptions({
    queryKey: ['former-addresses', email],
    queryFn: ({ signal }) => api.call(endpoints.listFormerAddresses, {}, { signal }),
  });

export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }) => orFallback(api.call(endpoints.listContacts, {}, { signal }), () => []),
});

/** Open payment requests from and to the member. */
export const openRequestsQuery = queryOptions({
  queryKey: ['payment-requests', 'open'],
  queryFn: ({ signal }) =>
    orFallback(api.call(endpoints.listPaymentRequests, { query: { state: 'open' } }, { signal }), () => []),
});

/** All payment requests from and to the member, in any state. */
export const allRequestsQuery = queryOptions({
  queryKey: ['payment-requests', 'all'],
  queryFn: ({ signal }) =>
    orFallback(api.call(endpoints.listPaymentRequests, { query: { state: 'all' } }, { signal }), () => []),
});

export const paymentRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment-requests', id],
    queryFn: ({ signal }) => api.call(endpoints.getPaymentRequest, { params: { id } }, { signal }),
  });

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => orFallback(api.call(endpoints.listNotifications, {}, { signal }), () => []),
});

/** The member's notification preferences. */
export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => orFallback(api.call(endpoints.getPreferences, {}, { signal }), defaultPreferences),
});

export const recentTransactionsQuery = queryOptions({
  queryKey: ['transactions', 'recent'],
  queryFn: ({ signal }) => api.call(endpoints.listTransactions, { query: { limit: recentCount } }, { signal }),
});

/** One transaction. Pages poll a pending transaction. */
export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', 'line', id],
    queryFn: ({ signal }) => api.call(endpoints.getTransaction, { params: { id } }, { signal }),
  });

/** Filters that the server applies. `all` sends no type (rule transactions-4). */
export type HistoryAsked = Omit<CallOf<Endpoints['listTransactions']>['query'], 'crypto' | 'limit' | 'cursor'> & {
  readonly type: TransactionType | 'all';
};
export type HistoryPage = Page<Transaction[]>;

/** The key prefix of all transaction queries. */
export const transactionsKey = ['transactions'] as const;

type PageAsked = { readonly cursor: string | null; readonly limit: number };

/** Fetches a page of the history. Fetches the newest page if the call has no cursor. */
function transactionsPage(
  { type, ...filters }: HistoryAsked,
  { cursor, limit }: PageAsked,
  signal?: AbortSignal,
): Promise<HistoryPage> {
  const query = { ...filters, limit, ...(type !== 'all' && { type }), ...(cursor !== null && { cursor }) };
  return api.page(endpoints.listTransactions, { query }, { ...(signal && { signal }) });
}

export const newestTransactions = (asked: HistoryAsked, signal: AbortSignal) =>
  transactionsPage(asked, { cursor: firstPage, limit: pageSize }, signal);

/** The paginated history, newest first. */
export const transactionsQuery = (asked: HistoryAsked) =>
  infiniteQueryOptions({
    queryKey: [...transactionsKey, 'pages', asked],
    queryFn: ({ pageParam: cursor, signal }) =>
      transactionsPage(asked, { cursor, limit: cursor === firstPage ? firstPageSize : pageSize }, signal),
    // Each change of the type filter fetches again (rule transactions-4).
    staleTime: 0,
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
  });

const firstPage: string | null = null;
