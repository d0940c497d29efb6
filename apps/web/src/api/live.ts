import { endpoints, eventTopics, readTopics, type EventTopic } from '@florin/contract';
import type { QueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { keepConnected } from './keep-connected.ts';
import { listen } from './listen.ts';
import { currentUser } from './session.ts';
import { storedToken } from './stored-session.ts';
import { askAgain } from './what-changed.ts';

/**
 * Follows what the server says has changed, for whoever is signed in, for as long as they are: one stream in each tab.
 * Its first event names all topics, so that nothing is missed between two streams. Returns the way to end it.
 */
export function followChanges(queryClient: QueryClient): () => void {
  let followed: { token: string | null; stop: () => void } = { token: null, stop: () => undefined };
  const follow = () => {
    const token = currentUser(queryClient) && storedToken();
    if (token === followed.token) return;
    followed.stop();
    followed = {
      token,
      stop: token === null ? () => undefined : keepConnected((signal) => listenToChanges(queryClient, signal)),
    };
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    followed.stop();
  };
}

const listenToChanges = (queryClient: QueryClient, signal: AbortSignal) =>
  listen(
    (whileHeard) => api.open(endpoints.streamEvents, {}, { signal: whileHeard }),
    ({ name, data }) => name === 'changed' && askAgain(queryClient, topicsOf(data)),
    signal,
  );

/** What is not understood, as this page is older than the server, may be about anything. */
const topicsOf = (data: string): readonly EventTopic[] => readTopics(JSON.parse(data)) ?? eventTopics;
