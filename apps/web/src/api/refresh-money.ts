import type { QueryClient } from '@tanstack/react-query';
import { all, invalidate, type Which } from './invalidate.ts';
import { allowanceQuery, firstStepsQuery, limitsQuery, portfolioQuery, walletsQuery } from './queries.ts';
import { refreshHistory } from './refresh-history.ts';
import { refreshUser } from './session.ts';

/** The queries that change when money moves, except the history and the user. */
const movedByMoney = [
  walletsQuery.queryKey,
  portfolioQuery.queryKey,
  limitsQuery.queryKey,
  allowanceQuery.queryKey,
  firstStepsQuery.queryKey,
];

/** Refetches everything that changes when money moves. */
export function refreshMoney(queryClient: QueryClient, which: Which = all) {
  for (const queryKey of movedByMoney) invalidate(queryClient, { queryKey, predicate: which });
  refreshHistory(queryClient, which);
  void refreshUser(queryClient);
}
