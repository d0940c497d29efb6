import { endpoints, eventTopics, readChanged, type EventTopic } from '@florin/contract';
import type { QueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { all, notFailed } from './invalidate.ts';
import { listen } from './listen.ts';
import { endOpening, isAllAsOf } from './opening.ts';
import { currentUser } from './session.ts';
import { pollChanges } from './poll-changes.ts';
import { canShare, shareStream } from './share-stream.ts';
import { storedToken, windowsOf } from './stored-session.ts';
import type { Shared } from './stream-leader.ts';
import { askAgain } from './what-changed.ts';
import { whenAtRest } from './when-at-rest.ts';

/**
 * Follows what the server says has changed, for whoever is signed in, for as long as they are: one stream for all windows
 * of the browser. Its first event names all topics, so that nothing is missed between two streams; where its version is
 * the one that was heard last, nothing was. Returns the way to end it.
 *
 * What a page asks for as it opens may have been read before it heard of the stream. When it has all come and been drawn, it is
 * asked for once more, unless all of it was read at the version at which the stream began.
 */
export function followChanges(queryClient: QueryClient): () => void {
  let isOpening = true;
  let isEnded = false;
  let known: string | undefined;
  const takeUp = async ({ topics, version }: Changed) => {
    if (isEnded || (version !== undefined && version === known)) return;
    known = version;
    if (!isOpening) return askAgain(queryClient, topics, all);
    isOpening = false;
    const hasAllCome = await whenAtRest(queryClient);
    if (isEnded) return;
    if (!hasAllCome || version === undefined || !isAllAsOf(version)) askAgain(queryClient, topics, notFailed);
    endOpening();
  };
  let followed: { token: string | null; stop: () => void } = { token: null, stop: () => undefined };
  const follow = () => {
    const token = currentUser(queryClient) && storedToken();
    if (token === followed.token) return;
    followed.stop();
    known = undefined;
    followed = { token, stop: token === null ? () => undefined : followSession(token, takeUp) };
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(follow);
  follow();
  return () => {
    isEnded = true;
    unsubscribe();
    followed.stop();
  };
}

type TakeUp = (changed: Changed) => Promise<void>;

function followSession(token: string, takeUp: TakeUp): () => void {
  if (!canShare()) return pollChanges((version) => void takeUp({ topics: eventTopics, version }));
  let version: string | undefined;
  const shared: Shared = {
    name: `florin changes ${windowsOf(token)}`,
    most: 1,
    connect: (_, onEvent, signal) =>
      listen((whileHeard) => api.open(endpoints.streamEvents, {}, { signal: whileHeard }), onEvent, signal),
    hear: ({ name, data }) => {
      if (name !== 'changed') return;
      const changed = changedIn(data);
      version = changed.version;
      void takeUp(changed);
    },
    greet: () => (version === undefined ? undefined : greetingAt(version)),
  };
  return shareStream(shared, ['changes']).leave;
}

/** What a stream that began now would say first. */
const greetingAt = (version: string) => ({ name: 'changed', data: JSON.stringify({ topics: eventTopics, version }) });

type Changed = { readonly topics: readonly EventTopic[]; readonly version?: string | undefined };

/** What is not understood, as this page is older than the server, may be about anything. */
const changedIn = (data: string): Changed => readChanged(JSON.parse(data)) ?? { topics: eventTopics };
