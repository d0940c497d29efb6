import { hashKey, onlineManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { balanceRanges } from '@florin/contract';
import { keepLastSeen, lastSeenBy, type SeenAnswer } from '../api/last-seen-store.ts';
import {
  balanceHistoryQuery,
  gainsQuery,
  portfolioQuery,
  recentTransactionsQuery,
  walletsQuery,
} from '../api/queries.ts';
import { currentUser } from '../api/session.ts';
import { isRemembered, storedToken } from '../api/stored-session.ts';

/** What the dashboard shows of the member's money, and nothing else. */
const keptKeys: readonly QueryKey[] = [
  walletsQuery.queryKey,
  portfolioQuery.queryKey,
  gainsQuery.queryKey,
  recentTransactionsQuery.queryKey,
  ...balanceRanges.map((range) => balanceHistoryQuery(range).queryKey),
];
const keptHashes = new Set(keptKeys.map(hashKey));

/** Answers come several at a time. */
const restMs = 300;

/**
 * Keeps what a signed-in member saw last on the dashboard, and shows it again, with its time, when the server is out of
 * reach. It is forgotten where the session is (api/stored-session.ts).
 */
export function rememberLastSeen(queryClient: QueryClient): void {
  keepWhatComes(queryClient);
  const showAgain = () => {
    if (!onlineManager.isOnline()) showLastSeen(queryClient);
  };
  onlineManager.subscribe(showAgain);
  const user = currentUser(queryClient);
  if (user) lastSeenBy(user.id, isRemembered()); // reading forgets what is somebody else's, or too old
  showAgain();
}

function keepWhatComes(queryClient: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const user = currentUser(queryClient);
    if (user && storedToken() !== null) keepLastSeen(user.id, seenAnswers(queryClient, user.id), isRemembered());
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isKept(event.query)) return;
    timer ??= setTimeout(keep, restMs);
  });
  // A page that is left within the pause loses nothing.
  window.addEventListener('pagehide', () => timer !== undefined && keep());
}

const isKept = ({ queryHash }: Query) => keptHashes.has(queryHash);

/** What is here now, and from before what has not come yet. */
function seenAnswers(queryClient: QueryClient, userId: string): SeenAnswer[] {
  const before = new Map(lastSeenBy(userId, isRemembered()).map((answer) => [hashKey(answer.queryKey), answer]));
  return keptKeys.flatMap((queryKey) => {
    const state = queryClient.getQueryState(queryKey);
    const old = before.get(hashKey(queryKey));
    if (state?.data !== undefined) return { queryKey, data: state.data, at: state.dataUpdatedAt };
    return old ?? [];
  });
}

function showLastSeen(queryClient: QueryClient) {
  const user = currentUser(queryClient);
  if (!user) return;
  for (const { queryKey, data, at } of lastSeenBy(user.id, isRemembered())) {
    if (queryClient.getQueryData(queryKey) === undefined) queryClient.setQueryData(queryKey, data, { updatedAt: at });
  }
}
