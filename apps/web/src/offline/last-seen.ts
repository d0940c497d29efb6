import { hashKey, onlineManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { balanceRanges } from '@florin/contract';
import { storeLastSeen, loadLastSeen, type SeenAnswer } from '../api/last-seen-store.ts';
import {
  balanceHistoryQuery,
  gainsQuery,
  portfolioQuery,
  recentTransactionsQuery,
  walletsQuery,
} from '../api/queries.ts';
import { currentUser } from '../api/session.ts';
import { isRemembered, storedToken } from '../api/stored-session.ts';

/** Queries for the balances on the dashboard. Nothing else is stored. */
const storedKeys: readonly QueryKey[] = [
  walletsQuery.queryKey,
  portfolioQuery.queryKey,
  gainsQuery.queryKey,
  recentTransactionsQuery.queryKey,
  ...balanceRanges.map((range) => balanceHistoryQuery(range).queryKey),
];
const storedHashes = new Set(storedKeys.map(hashKey));

/** Collects responses that arrive together into one write. */
const writeDelayMs = 300;

/**
 * Stores the dashboard balances of the signed-in user and shows them, with their time, while the server is unreachable.
 * The balances are deleted together with the session (api/stored-session.ts).
 */
export function rememberLastSeen(queryClient: QueryClient): void {
  storeUpdates(queryClient);
  const showIfOffline = () => {
    if (!onlineManager.isOnline()) showLastSeen(queryClient);
  };
  onlineManager.subscribe(showIfOffline);
  const user = currentUser(queryClient);
  if (user) loadLastSeen(user.id, isRemembered()); // loading deletes expired data and data of another user
  showIfOffline();
}

function storeUpdates(queryClient: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = () => {
    clearTimeout(timer);
    timer = undefined;
    const user = currentUser(queryClient);
    if (user && storedToken() !== null) storeLastSeen(user.id, seenAnswers(queryClient, user.id), isRemembered());
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isStored(event.query)) return;
    timer ??= setTimeout(store, writeDelayMs);
  });
  // Writes pending data when the page closes.
  window.addEventListener('pagehide', () => timer !== undefined && store());
}

const isStored = ({ queryHash }: Query) => storedHashes.has(queryHash);

/** Returns the current data, or the stored data of queries that have not loaded yet. */
function seenAnswers(queryClient: QueryClient, userId: string): SeenAnswer[] {
  const before = new Map(loadLastSeen(userId, isRemembered()).map((answer) => [hashKey(answer.queryKey), answer]));
  return storedKeys.flatMap((queryKey) => {
    const state = queryClient.getQueryState(queryKey);
    const old = before.get(hashKey(queryKey));
    if (state?.data !== undefined) return { queryKey, data: state.data, at: state.dataUpdatedAt };
    return old ?? [];
  });
}

function showLastSeen(queryClient: QueryClient) {
  const user = currentUser(queryClient);
  if (!user) return;
  for (const { queryKey, data, at } of loadLastSeen(user.id, isRemembered())) {
    if (queryClient.getQueryData(queryKey) === undefined) queryClient.setQueryData(queryKey, data, { updatedAt: at });
  }
}
