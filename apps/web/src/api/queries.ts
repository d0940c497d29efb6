import {
  endpoints,
  type BalanceRange,
  type CallOf,
  type CandleRange,
  type Endpoints,
  type KycFile,
  type Page,
  type TransactionType,
} from '@florin/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CoinDetail, Transaction } from './read/answers.ts';
import { api } from './client.ts';
import { ifOffered, orInstead } from './not-offered.ts';
import {
  coinOfList,
  defaultPreferences,
  formOnly,
  noHistory,
  nothingToDo,
  usdBalanceAlone,
  walletsOr,
  type DraftOrForm,
} from './stand-ins.ts';

/** Prices on the screen come by themselves (live-prices.ts); this is for what else a list says, and for its order. */
const priceIntervalMs = 60_000;
/** The shape of a day. */
const shapeIntervalMs = 15 * 60_000;
const recentCount = 5;
const pageSize = 100;
/** More than a screen shows, and few enough that a long history is there as soon as a short one. */
const firstPageSize = 30;

/** The signed-in user. Its presence in the cache is the session, so it is never collected. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.call(endpoints.me, {}, { signal }),
  gcTime: Number.POSITIVE_INFINITY,
});

/** How far a new member has come with money. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => orInstead(api.call(endpoints.getFirstSteps, {}, { signal }), nothingToDo),
});

export const walletsQuery = queryOptions({
  queryKey: ['wallets'],
  queryFn: ({ signal }) => walletsOr(api.call(endpoints.listWallets, {}, { signal }), signal),
});

export const coinsQuery = queryOptions({
  queryKey: ['coins'],
  queryFn: ({ signal }) => api.call(endpoints.listCoins, {}, { signal }),
  refetchInterval: priceIntervalMs,
});

/** One coin with what its page shows of the market. */
export const coinQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['coins', symbol],
    queryFn: ({ signal }) =>
      orInstead<CoinDetail>(api.call(endpoints.getCoin, { params: { symbol } }, { signal }), () =>
        coinOfList(symbol, signal),
      ),
    refetchInterval: priceIntervalMs,
  });

export const candlesQuery = (symbol: string, range: CandleRange) =>
  queryOptions({
    queryKey: ['candles', symbol, range],
    queryFn: ({ signal }) =>
      ifOffered(api.call(endpoints.getCandles, { params: { symbol }, query: { range } }, { signal })),
    refetchInterval: priceIntervalMs,
  });

export const sparklinesQuery = queryOptions({
  queryKey: ['sparklines'],
  queryFn: ({ signal }) => orInstead(api.call(endpoints.listSparklines, {}, { signal }), () => []),
  staleTime: shapeIntervalMs,
  refetchInterval: shapeIntervalMs,
});

/** Symbols. */
export const favoriteCoinsQuery = queryOptions({
  queryKey: ['favorite-coins'],
  queryFn: ({ signal }) => api.call(endpoints.listFavoriteCoins, {}, { signal }),
});

/** What may still be bought in this month. */
export const allowanceQuery = queryOptions({
  queryKey: ['allowance'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.getPurchaseAllowance, {}, { signal })),
});

/** The plan, and what a change would cost. */
export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.getPlan, {}, { signal })),
});

/** Value, cost and gains of all coins together. */
export const gainsQuery = queryOptions({
  queryKey: ['portfolio', 'gains'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.getGains, {}, { signal })),
  refetchInterval: priceIntervalMs,
});

/** What USD and coins were worth together over time. */
export const balanceHistoryQuery = (range: BalanceRange) =>
  queryOptions({
    queryKey: ['portfolio', 'history', range],
    queryFn: ({ signal }) =>
      orInstead(api.call(endpoints.getBalanceHistory, { query: { range } }, { signal }), () => noHistory(range)),
    refetchInterval: priceIntervalMs,
  });

export const portfolioQuery = queryOptions({
  queryKey: ['portfolio'],
  queryFn: ({ signal }) => api.call(endpoints.getPortfolio, {}, { signal }),
  refetchInterval: priceIntervalMs,
});

export const paymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: ({ signal }) => orInstead(api.call(endpoints.listPaymentMethods, {}, { signal }), usdBalanceAlone),
});

/** What may still be sent and withdrawn. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.getLimits, {}, { signal })),
});

/** How far the verification is, the level and its limits. */
export const kycQuery = queryOptions({
  queryKey: ['kyc'],
  queryFn: ({ signal }) => api.call(endpoints.getKycStatus, {}, { signal }),
});

/** What was entered and uploaded for the verification so far. */
export const kycDraftQuery = queryOptions({
  queryKey: ['kyc-draft'],
  queryFn: ({ signal }) => orInstead<DraftOrForm>(api.call(endpoints.getKycDraft, {}, { signal }), formOnly),
});

/** What was uploaded, to be looked at. It never changes: a replacement has another id. */
export const kycFileQuery = ({ id, type }: Pick<KycFile, 'id' | 'type'>) =>
  queryOptions<Blob>({
    queryKey: ['kyc-files', id],
    queryFn: async ({ signal }) => {
      const answer = await api.open(endpoints.getKycFile, { params: { id } }, { signal });
      return new Blob([await answer.arrayBuffer()], { type });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What protects the account: password, second factor, passkeys. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.getSecurity, {}, { signal })),
});

/** Where the member is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.listSessions, {}, { signal })),
});

/** Addresses that the member had before the current one. */
export const formerAddressesQuery = (email: string) =>
  queryOptions({
    queryKey: ['former-addresses', email],
    queryFn: ({ signal }) => api.call(endpoints.listFormerAddresses, {}, { signal }),
  });

export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }) => orInstead(api.call(endpoints.listContacts, {}, { signal }), () => []),
});

/** Open requests, by and to the member. */
export const openRequestsQuery = queryOptions({
  queryKey: ['payment-requests', 'open'],
  queryFn: ({ signal }) =>
    orInstead(api.call(endpoints.listPaymentRequests, { query: { state: 'open' } }, { signal }), () => []),
});

/** Requests by and to the member, in whatever state. */
export const allRequestsQuery = queryOptions({
  queryKey: ['payment-requests', 'all'],
  queryFn: ({ signal }) =>
    orInstead(api.call(endpoints.listPaymentRequests, { query: { state: 'all' } }, { signal }), () => []),
});

export const paymentRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment-requests', id],
    queryFn: ({ signal }) => api.call(endpoints.getPaymentRequest, { params: { id } }, { signal }),
  });

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => orInstead(api.call(endpoints.listNotifications, {}, { signal }), () => []),
});

/** How the member wants to hear of news. */
export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => orInstead(api.call(endpoints.getPreferences, {}, { signal }), defaultPreferences),
});

export const recentTransactionsQuery = queryOptions({
  queryKey: ['transactions', 'recent'],
  queryFn: ({ signal }) => api.call(endpoints.listTransactions, { query: { limit: recentCount } }, { signal }),
});

/** What the member has bought and sold of one coin lately. */
export const coinTransactionsQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['transactions', 'coin', symbol],
    queryFn: ({ signal }) =>
      api
        .call(endpoints.listTransactions, { query: { crypto: symbol, limit: recentCount } }, { signal })
        .then((lines) => tradesOf(lines, symbol)),
  });

/** Another server does not know the filter, and answers all lines. */
const tradesOf = (lines: readonly Transaction[], symbol: string) =>
  lines.filter(({ crypto }) => crypto === symbol).slice(0, recentCount);

/** One line of the history, to be followed while it is pending. */
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

/** Everything that is fetched of the history. */
export const transactionsKey = ['transactions'] as const;

type PageAsked = { readonly cursor: string | null; readonly limit: number };

/** A page of the history, the newest without a cursor. */
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

/** The history, newest first, page after page. */
export const transactionsQuery = (asked: HistoryAsked) =>
  infiniteQueryOptions({
    queryKey: [...transactionsKey, 'pages', asked],
    queryFn: ({ pageParam: cursor, signal }) =>
      transactionsPage(asked, { cursor, limit: cursor === firstPage ? firstPageSize : pageSize }, signal),
    // Each change of the type fetches again (rule transactions-4).
    staleTime: 0,
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
  });

const firstPage: string | null = null;
