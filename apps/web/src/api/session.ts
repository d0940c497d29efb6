import { CallRefused, endpoints, type User } from '@florin/contract';
import { onlineManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { signedIn, signedOut } from './asked-page.ts';
import { api, whenSessionRunsOut } from './client.ts';
import { meQuery } from './queries.ts';
import { isOutOfReach } from './reach.ts';
import { forgetInvitation } from './stored-invitation.ts';
import {
  forgetStoredSession,
  onTokenStoredElsewhere,
  storedToken,
  storedUser,
  storeSession,
  storeUser,
  type OpenedSession,
} from './stored-session.ts';

export type Session = {
  /** Who is signed in; null for a signed-out visitor. */
  user: User | null;
  /** The user shown is the stored one, which the server has not confirmed yet. */
  loading: boolean;
  signIn: (session: OpenedSession) => void;
  /** Ends the session here at once and tells the server. */
  signOut: () => void;
};

export function useSession(): Session {
  const queryClient = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => queryClient.getQueryCache().subscribe(onChange),
    [queryClient],
  );
  return {
    user: useSyncExternalStore(subscribe, () => currentUser(queryClient)),
    loading: useSyncExternalStore(subscribe, () => isUnconfirmed(queryClient)),
    signIn: (session) => signIn(queryClient, session),
    signOut: () => signOut(queryClient),
  };
}

/** The session is the user in the cache. */
export const currentUser = (queryClient: QueryClient): User | null =>
  queryClient.getQueryData(meQuery.queryKey) ?? null;

// As old as can be: the check runs, and what it replaces is known by its age.
const unconfirmedAt = 1;

const isUnconfirmed = (queryClient: QueryClient) =>
  queryClient.getQueryState(meQuery.queryKey)?.dataUpdatedAt === unconfirmedAt;

/**
 * Fetches the user again. Nothing observes them as a query, so that it has to be done by hand; and what is under way
 * already may have been read before the change. A failure changes nothing.
 */
export async function refreshUser(queryClient: QueryClient): Promise<void> {
  const fetchUser = () => queryClient.query({ ...meQuery, staleTime: 0 }).catch(() => undefined);
  if (queryClient.getQueryState(meQuery.queryKey)?.fetchStatus === 'fetching') await fetchUser();
  if (currentUser(queryClient)) await fetchUser();
}

/**
 * Takes up the last visit's session: its user is shown at once while GET /auth/me runs, whose answer replaces them and
 * whose failure, of any kind, ends the session; but where there is no server to be reached, nothing was checked, and
 * that is made up for as soon as there is. From then on the stored user follows the cache, and other tabs are followed.
 */
export async function startSession(queryClient: QueryClient, reload: () => void) {
  keepStoredUserFresh(queryClient);
  whenSessionRunsOut(() => endSession(queryClient));
  onTokenStoredElsewhere((token) => {
    if (token === null) {
      signedOut();
      endSession(queryClient);
    } else reload(); // somebody else may have signed in: nothing of what is shown here holds any more
  });
  const user = storedUser();
  if (user === null) return forgetStoredSession();
  queryClient.setQueryData(meQuery.queryKey, user, { updatedAt: unconfirmedAt });
  await confirmUser(queryClient);
}

async function confirmUser(queryClient: QueryClient) {
  const token = storedToken();
  const isOurs = () => storedToken() === token && !page.isLeft();
  const page = watchForLeaving();
  try {
    await queryClient.fetchQuery({ ...meQuery, retry: false, staleTime: 0 });
  } catch (error) {
    const unchecked = !isOurAnswer(error) && (await isOutOfReach());
    if (unchecked) onceReached(() => isOurs() && void confirmUser(queryClient));
    else if (isOurs()) endSession(queryClient);
  }
  page.stopWatching();
}

/** A gateway's page is none. */
const isOurAnswer = (error: unknown) => error instanceof CallRefused && error.body !== undefined;

function onceReached(then: () => void) {
  const stop = onlineManager.subscribe((online) => {
    if (!online) return;
    stop();
    then();
  });
}

/** A page that is left ends its calls: that is no failure of the check, and the next page makes its own. */
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
  // The call takes the token with it before the storage forgets it, and outlives the page, which is about to be left.
  // Without the server the token just runs out.
  const told = api.call(endpoints.logout, {}, { keepalive: true });
  told.catch(() => undefined);
  signedOut();
  forgetInvitation();
  endSession(queryClient);
}

/** Ends the session here, without telling the server: it has ended there, or is just about to. */
export function endSession(queryClient: QueryClient) {
  forgetStoredSession();
  queryClient.clear();
}

function keepStoredUserFresh(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache();
  cache.subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== meQuery.queryKey[0]) return;
    // An answer that arrives after the session ended belongs to no one: its query has left the cache.
    const user = currentUser(queryClient);
    if (user && storedToken() !== null && cache.get(query.queryHash) === query) storeUser(user);
  });
}
