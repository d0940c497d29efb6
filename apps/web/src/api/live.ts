import { endpoints, eventTopics, readTopics, type EventTopic } from '@florin/contract';
import type { QueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { all, notFailed } from './invalidate.ts';
import { keepConnected } from './keep-connected.ts';
import { listen } from './listen.ts';
import { currentUser } from './session.ts';
import { storedToken } from './stored-session.ts';
import { askAgain } from './what-changed.ts';
import { whenAtRest } from './when-at-rest.ts';

/**
 * Follows what the server says has changed, for whoever is signed in, for as long as they are: one stream in each tab.
 * Its first event names all topics, so that nothing is missed between two streams. Returns the way to end it.
 *
 * What a page asks for as it opens may have been read before its stream began, and is asked for once more; but when it
 * has all come and been drawn, as most of the time nothing has changed in between. What changes later is told by itself.
 */
export function followChanges(queryClient: QueryClient): () => void {
  let isOpening = true;
  const takeUp = async (topics: readonly EventTopic[]) => {
    const waits = isOpening;
    isOpening = false;
    if (waits) await whenAtRest(queryClient);
    askAgain(queryClient, topics, waits ? notFailed : all);
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

const listenToChanges = (takeUp: (topics: readonly EventTopic[]) => Promise<void>, signal: AbortSignal) =>
  listen(
    (whileHeard) => api.open(endpoints.streamEvents, {}, { signal: whileHeard }),
    ({ name, data }) => name === 'changed' && void takeUp(topicsOf(data)),
    signal,
  );

/** What is not understood, as this page is older than the server, may be about anything. */
const topicsOf = (data: string): readonly EventTopic[] => readTopics(JSON.parse(data)) ?? eventTopics;
