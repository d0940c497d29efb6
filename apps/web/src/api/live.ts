import { endpoints, eventTopics, readChanged, type EventTopic } from '@florin/contract';
import type { QueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { all, notFailed } from './invalidate.ts';
import { keepConnected } from './keep-connected.ts';
import { listen } from './listen.ts';
import { endOpening, isAllAsOf } from './opening.ts';
import { currentUser } from './session.ts';
import { storedToken } from './stored-session.ts';
import { askAgain } from './what-changed.ts';
import { whenAtRest } from './when-at-rest.ts';

/**
 * Follows what the server says has changed, for whoever is signed in, for as long as they are: one stream in each tab.
 * Its first event names all topics, so that nothing is missed between two streams. Returns the way to end it.
 *
 * What a page asks for as it opens may have been read before its stream began. When it has all come and been drawn, it is
 * asked for once more, unless all of it was read at the version at which the stream began.
 */
export function followChanges(queryClient: QueryClient): () => void {
  let isOpening = true;
  const takeUp = async ({ topics, version }: Changed) => {
    if (!isOpening) return askAgain(queryClient, topics, all);
    isOpening = false;
    const hasAllCome = await whenAtRest(queryClient);
    if (!hasAllCome || version === undefined || !isAllAsOf(version)) askAgain(queryClient, topics, notFailed);
    endOpening();
  };
  let followed: { token: string | null; stop: () => void } = { token: null, stop: () => undefined };
  const follow = () => {
    const token = currentUser(queryClient) && storedToken();
    if (token === followed.token) return;
    followed.stop();
    followed = {
      token,
      stop: token === null ? () => undefined : keepConnected((signal) => listenToChanges(takeUp, signal)),
    };
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    followed.stop();
  };
}

const listenToChanges = (takeUp: (changed: Changed) => Promise<void>, signal: AbortSignal) =>
  listen(
    (whileHeard) => api.open(endpoints.streamEvents, {}, { signal: whileHeard }),
    ({ name, data }) => name === 'changed' && void takeUp(changedIn(data)),
    signal,
  );

type Changed = { readonly topics: readonly EventTopic[]; readonly version?: string | undefined };

/** What is not understood, as this page is older than the server, may be about anything. */
const changedIn = (data: string): Changed => readChanged(JSON.parse(data)) ?? { topics: eventTopics };
