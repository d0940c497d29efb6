import { endpoints, eventTopics, readChanged, type EventTopic } from '@florin/contract';
import type { QueryClient } from '@tanstack/react-query';
import { accountKey } from './account.ts';
import { api } from './client.ts';
import { all, notFailed } from './invalidate.ts';
import { listen } from './listen.ts';
import { endOpening, isAllAtVersion } from './opening.ts';
import { currentUser } from './session.ts';
import { pollChanges } from './poll-changes.ts';
import { canShare, shareStream } from './share-stream.ts';
import { storedToken, sessionHash } from './stored-session.ts';
import type { Shared } from './stream-leader.ts';
import { refetchTopics } from './refetch-topics.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Refetches queries when the server reports changes for the signed-in user. All windows of the browser share one
 * stream. The first event of a stream names all topics, so no change is missed between two streams. If the event's
 * version equals the last known version, nothing has changed. Returns a stop function.
 *
 * An opening page may read data before the stream starts. The page fetches this data again after the first render,
 * unless all data has the version at which the stream started.
 */
export function followChanges(queryClient: QueryClient): () => void {
  let isOpening = true;
  let isEnded = false;
  let known: string | undefined;
  const onChanged = async ({ topics, version }: Changed) => {
    if (isEnded || (version !== undefined && version === known)) return;
    known = version;
    if (!isOpening) return refetchTopics(queryClient, topics, all);
    isOpening = false;
    const hasAllCome = await whenIdle(queryClient);
    if (isEnded) return;
    if (!hasAllCome || version === undefined || !isAllAtVersion(version)) refetchTopics(queryClient, topics, notFailed);
    endOpening();
  };
  let followed: { token: string | null; stop: () => void } = { token: null, stop: () => undefined };
  const follow = () => {
    const token = currentUser(queryClient) && storedToken();
    if (token === followed.token) return;
    followed.stop();
    known = undefined;
    followed = { token, stop: token === null ? () => undefined : followSession(token, onChanged) };
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(follow);
  follow();
  return () => {
    isEnded = true;
    unsubscribe();
    followed.stop();
  };
}

type OnChanged = (changed: Changed) => Promise<void>;

function followSession(token: string, onChanged: OnChanged): () => void {
  if (!canShare()) return pollChanges((version) => void onChanged({ topics: eventTopics, version }));
  let version: string | undefined;
  const shared: Shared = {
    name: accountKey(`florin changes ${sessionHash(token)}`),
    maxWishes: 1,
    connect: (_, onEvent, signal) =>
      listen((whileHeard) => api.open(endpoints.streamEvents, {}, { signal: whileHeard }), onEvent, signal),
    onEvent: ({ name, data }) => {
      if (name !== 'changed') return;
      const changed = changedIn(data);
      version = changed.version;
      void onChanged(changed);
    },
    snapshot: () => (version === undefined ? undefined : firstEventAt(version)),
  };
  return shareStream(shared, ['changes']).leave;
}

/** Returns the first event that a stream would send now. */
const firstEventAt = (version: string) => ({ name: 'changed', data: JSON.stringify({ topics: eventTopics, version }) });

type Changed = { readonly topics: readonly EventTopic[]; readonly version?: string | undefined };

/** Treats an unknown event, such as from a newer server, as a change of all topics. */
const changedIn = (data: string): Changed => readChanged(JSON.parse(data)) ?? { topics: eventTopics };
