import { endpoints, type CandleRange } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { ifOffered, NotOffered, orFallback } from './not-offered.ts';
import { priceIntervalMs, recentCount } from './queries.ts';
import type { CoinDetail, Transaction } from './read/answers.ts';

export const coinsQuery = queryOptions({
  queryKey: ['coins'],
  queryFn: ({ signal }) => api.call(endpoints.listCoins, {}, { signal }),
  refetchInterval: priceIntervalMs,
});

/** A coin with its market data. */
export const coinQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['coins', symbol],
    queryFn: ({ signal }) =>
      orFallback<CoinDetail>(api.call(endpoints.getCoin, { params: { symbol } }, { signal }), () =>
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

/** The symbols of the favorite coins. */
export const favoriteCoinsQuery = queryOptions({
  queryKey: ['favorite-coins'],
  queryFn: ({ signal }) => api.call(endpoints.listFavoriteCoins, {}, { signal }),
});

/** The member's recent trades of one coin. */
export const coinTransactionsQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['transactions', 'coin', symbol],
    queryFn: ({ signal }) =>
      api
        .call(endpoints.listTransactions, { query: { crypto: symbol, limit: recentCount } }, { signal })
        .then((lines) => tradesOf(lines, symbol)),
  });

/** Filters again, because another server may ignore the filter and return all transactions. */
const tradesOf = (lines: readonly Transaction[], symbol: string) =>
  lines.filter(({ crypto }) => crypto === symbol).slice(0, recentCount);

/** Returns the coin's data from the coin list. */
async function coinOfList(symbol: string, signal: AbortSignal): Promise<CoinDetail> {
  const coins = await api.call(endpoints.listCoins, {}, { signal });
  const listed = coins.find((coin) => coin.symbol === symbol);
  if (!listed) throw new NotOffered(`the server does not list ${symbol}`);
  return listed;
}
