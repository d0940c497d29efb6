import type { QueryClient } from '@tanstack/react-query';
import { allowanceQuery, limitsQuery, meQuery, portfolioQuery, walletsQuery } from './queries.ts';
import { refreshHistory } from './refresh-history.ts';

/** What is different when money has moved, besides the history. */
const movedByMoney = [
  meQuery.queryKey,
  walletsQuery.queryKey,
  portfolioQuery.queryKey,
  limitsQuery.queryKey,
  allowanceQuery.queryKey,
];

/** Asks again for everything that money changes when it moves. */
export function refreshMoney(queryClient: QueryClient) {
  for (const queryKey of movedByMoney) void queryClient.invalidateQueries({ queryKey });
  refreshHistory(queryClient);
}
