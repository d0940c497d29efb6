import { CallRefused, endpoints, type User } from '@florin/contract';
import { onlineManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { account } from './account.ts';
import { lostAccess, loseAccess, subscribeToLostAccess } from './lost-access.ts';
import { forgetPageOfAccount, signedIn, signedOut } from './requested-page.ts';
import { api, onSessionExpired } from './client.ts';
import { meQuery } from './queries.ts';
import { isOutOfReach } from './reach.ts';
import { forgetInvitation } from './stored-invitation.ts';
import {
  forgetStoredSession,
  forgetThisAccount,
  onAccountForgottenElsewhere,
  onTokenStoredElsewhere,
  storedToken,
  storedUser,
  storeSession,
  storeUser,
  type OpenedSession,
} from './stored-session.ts';

export type Session = {
  /** The signed-in user. Null for a visitor. */
  user: User | null;
  /** True while the stored user is shown and the server has not confirmed it. */
  loading: boolean;
  signIn: (session: OpenedSession) => void;
  /** Ends the session immediately and notifies the server. */
  signOut: () => void;
};

export function useSession(): Session {
  const queryClient = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) =>
      // Rendering adds queries of other data. A notification about such a query would set state during the render.
      queryClient.getQueryCache().subscribe(({ query }) => isUserQuery(query) && onChange()),
    [queryClient],
  );
  return {
    user: useSyncExternalStore(subscribe, () => currentUser(queryClient)),
    loading: useSyncExternalStore(subscribe, () => isUnconfirmed(queryClient)),
    signIn: (session) => signIn(queryClient, session),
    signOut: () => signOut(queryClient),
  };
}

const isUserQuery = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === meQuery.queryKey[0];

/** Returns the user in the query cache. The user's presence there is the session. */
export const currentUser = (queryClient: QueryClient): User | null =>
  queryClient.getQueryData(meQuery.queryKey) ?? null;

// The oldest possible time marks the unconfirmed user and makes the check run.
const unconfirmedAt = 1;

const isUnconfirmed = (queryClient: QueryClient) =>
  queryClient.getQueryState(meQuery.queryKey)?.dataUpdatedAt === unconfirmedAt;

/**
 * Fetches the user again. No component observes this query, so it must be fetched by hand. Waits for a fetch under way
 * first, because it may return older data. A failure changes nothing.
 */
export async function refreshUser(queryClient: QueryClient): Promise<void> {
  const fetchUser = () => queryClient.query({ ...meQuery, staleTime: 0 }).catch(() => undefined);
  if (queryClient.getQueryState(meQuery.queryKey)?.fetchStatus === 'fetching') await fetchUser();
  if (currentUser(queryClient)) await fetchUser();
}

/**
 * Restores the session of the last visit. Shows the stored user immediately and calls GET /auth/me. The response
 * replaces the user, and any failure ends the session. If the server is unreachable, the check runs on reconnect.
 * Afterwards the stored user follows the cache, and this tab follows sign-ins and sign-outs of other tabs.
 */
export async function startSession(queryClient: QueryClient, reload: () => void) {
  keepStoredUserFresh(queryClient);
  onSessionExpired(() => endSession(queryClient));
  onTokenStoredElsewhere((token) => {
    if (token === null) {
      signedOut();
      endSession(queryClient);
    } else reload(); // another user may have signed in, so nothing on this page is valid
  });
  onAccountForgottenElsewhere(loseAccess);
  subscribeToLostAccess(() => {
    forgetThisAccount();
    forgetPageOfAccount();
    queryClient.clear();
  });
  reloadAfterOtherSession(reload);
  const user = storedUser();
  // The storage has no data of a business before the first visit.
  if (user === null)
    return account !== undefined && storedToken() !== null ? confirmUser(queryClient) : forgetStoredSession();
  queryClient.setQueryData(meQuery.queryKey, user, { updatedAt: unconfirmedAt });
  await confirmUser(queryClient);
}

/** A page from the back/forward cache missed the events of other tabs. */
function reloadAfterOtherSession(reload: () => void) {
  const token = storedToken();
  addEventListener('pageshow', ({ persisted }) => persisted && storedToken() !== token && reload());
}

async function confirmUser(queryClient: QueryClient) {
  const token = storedToken();
  const isSameSession = () => storedToken() === token && !page.isLeft();
  const page = watchForLeaving();
  try {
    await queryClient.fetchQuery({ ...meQuery, retry: false, staleTime: 0 });
  } catch (error) {
    if (lostAccess()) return page.stopWatching();
    const unchecked = !isOurAnswer(error) && (await isOutOfReach());
    if (unchecked) onReconnect(() => isSameSession() && void confirmUser(queryClient));
    else if (isSameSession()) endSession(queryClient);
  }
  page.stopWatching();
}

/** Returns false for an error page of a gateway. */
const isOurAnswer = (error: unknown) => error instanceof CallRefused && error.body !== undefined;

function onReconnect(then: () => void) {
  const stop = onlineManager.subscribe((online) => {
    if (!online) return;
    stop();
    then();
  });
}

/** Detects that the page is closing, which aborts its calls. An aborted check must not end the session. */
function watchForLeaving() {
  let left = false;
  const leave = () => {
    left = true;
  };
  const events = ['beforeunload', 'pagehide'] as const;
  for (const event of events) window.addEventListener(event, leave);
  return {
    isLeft: () => left,
    stopWatching: () => {
      for (const event of events) window.removeEventListener(event, leave);
    },
  };
}

function signIn(queryClient: QueryClient, session: OpenedSession) {
  queryClient.clear();
  signedIn();
  storeSession(session);
  queryClient.setQueryData(meQuery.queryKey, session.user);
}

function signOut(queryClient: QueryClient) {
  // The call reads the token before its deletion, and `keepalive` lets the call finish after the page closes. If the
  // server is unreachable, the token expires later.
  const notified = api.call(endpoints.logout, {}, { keepalive: true });
  notified.catch(() => undefined);
  signedOut();
  forgetInvitation();
  endSession(queryClient);
}

/** Ends the session in this browser without notifying the server. */
export function endSession(queryClient: QueryClient) {
  forgetStoredSession();
  queryClient.clear();
}

function keepStoredUserFresh(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache();
  cache.subscribe(({ type, query }) => {
    if (type !== 'updated' || !isUserQuery(query)) return;
    // A response after the end of the session is ignored: its query is no longer in the cache.
    const user = currentUser(queryClient);
    if (user && storedToken() !== null && cache.get(query.queryHash) === query) storeUser(user);
  });
}
