import { eventTopics, type User, type Wallet } from '@florin/contract';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { followChanges } from './live.ts';
import { beginOpening, recordingVersions } from './opening.ts';
import { createQueryClient } from './query-client.ts';
import { meQuery, walletsQuery } from './queries.ts';
import { startSession } from './session.ts';
import { storeSession } from './stored-session.ts';
import { whenIdle } from './when-idle.ts';

type Stream = { token: string | null; signal: AbortSignal | null | undefined; say: (text: string) => void };
const streams: Stream[] = [];
const calls: string[] = [];
let refused: number | undefined;
let name: string;
let queryClient: QueryClient;
let stop: () => void;

beforeEach(() => {
  streams.length = calls.length = 0;
  refused = undefined;
  name = 'Ines Almeida';
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url !== '/api/events') {
      calls.push(url);
      return Response.json(url === '/api/auth/me' ? { ...ines, name } : []);
    }
    return refused === undefined ? openStream(init) : Response.json({}, { status: refused });
  });
  queryClient = createQueryClient();
  stop = followChanges(queryClient);
});
afterEach(() => {
  stop();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function openStream({ headers, signal }: RequestInit) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const say = (text: string) => controller.enqueue(encoder.encode(text));
      streams.push({ token: new Headers(headers).get('authorization'), signal, say });
      signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')));
    },
  });
  return new Response(body, { headers: { 'florin-version': 'v1' } });
}

function signIn(user: User = ines, token = 'a-token') {
  storeSession({ token, user });
  queryClient.setQueryData(meQuery.queryKey, user);
}

async function firstStream() {
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  const [stream] = streams;
  if (!stream) throw new Error('no stream was opened');
  return stream;
}

const changed = (...topics: string[]) => event({ topics });
const event = (data: object) => `event: changed\ndata: ${JSON.stringify(data)}\n\n`;

const keys = {
  wallets: ['wallets'],
  recent: ['transactions', 'recent'],
  pages: ['transactions', 'pages', { type: 'all' }],
  portfolio: ['portfolio'],
  limits: ['limits'],
  requests: ['payment-requests', 'open'],
  notifications: ['notifications'],
  contacts: ['contacts'],
  coins: ['coins'],
  methods: ['payment-methods'],
};

/** Returns the names of the invalidated queries. */
function outdated() {
  const names = Object.entries(keys).filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated);
  return names.map(([each]) => each);
}

test.each([
  ['money', ['wallets', 'recent', 'pages', 'portfolio', 'limits', 'requests'], true],
  ['requests', ['requests'], false],
  ['notifications', ['notifications'], false],
  ['contacts', ['contacts'], false],
  ['account', [], true],
])('a change of %s invalidates exactly its queries', async (topic, expected, includesUser) => {
  for (const key of Object.values(keys)) queryClient.setQueryData(key, []);
  signIn();
  const { say, token } = await firstStream();
  expect(token).toBe('Bearer a-token');
  name = 'Ines Renamed';
  say(changed(topic));
  await vi.waitFor(() => expect(outdated()).toEqual(expected));
  const shownName = () => queryClient.getQueryData(meQuery.queryKey)?.name;
  await vi.waitFor(() => expect(shownName()).toBe(includesUser ? 'Ines Renamed' : 'Ines Almeida'));
  expect(calls).toEqual(includesUser ? ['/api/auth/me'] : []);
});

test('an unknown topic of the change stream invalidates everything', async () => {
  queryClient.setQueryData(keys.notifications, []);
  signIn();
  const { say } = await firstStream();
  say(': still here\n\nevent: hello\ndata: you\n\n');
  expect(outdated()).toEqual([]);
  say(changed('cards'));
  await vi.waitFor(() => expect(outdated()).toEqual(['notifications']));
});

test('a change during the user check fetches the user again', async () => {
  storeSession({ token: 'a-token', user: ines });
  const check = startSession(queryClient, () => undefined);
  const { say } = await firstStream();
  say(changed('account'));
  await check;
  await vi.waitFor(() => expect(calls).toEqual(['/api/auth/me', '/api/auth/me']));
});

test("an opening page's queries are fetched again after all of them have arrived", async () => {
  queryClient.setQueryData(keys.notifications, []);
  queryClient.setQueryData(keys.contacts, []);
  const answer = Promise.withResolvers<Wallet[]>();
  const opening = queryClient.fetchQuery({ ...walletsQuery, queryFn: () => answer.promise });
  signIn();
  const { say } = await firstStream();
  say(changed(...eventTopics));
  say(changed('contacts')); // arrives after the first event and applies immediately
  await vi.waitFor(() => expect(outdated()).toEqual(['contacts']));
  answer.resolve([]);
  await opening;
  await vi.waitFor(() => expect(outdated()).toEqual(['wallets', 'notifications', 'contacts']));
});

test.each([
  { title: 'an opening page refetches nothing if all responses have the version of the stream', at: 'v1', again: [] },
  {
    title: 'an opening page refetches everything if a response has another version',
    at: 'v0',
    again: ['notifications'],
  },
  {
    title: 'an opening page refetches everything if a response has no version',
    at: undefined,
    again: ['notifications'],
  },
])('$title', async ({ at, again }) => {
  queryClient.setQueryData(keys.notifications, []);
  beginOpening();
  const read = recordingVersions(async (_, { headers }) => {
    expect(new Headers(headers).get('florin-version')).toBe('ask');
    return Response.json([], { headers: at === undefined ? {} : { 'florin-version': at } });
  });
  await read('/api/wallets', { method: 'GET', headers: { authorization: 'Bearer a-token' } });
  signIn();
  const { say } = await firstStream();
  say(event({ topics: eventTopics, version: 'v1' }));
  await whenIdle(queryClient);
  await new Promise((resolve) => setTimeout(resolve, 300)); // enough time for any refetch
  expect(outdated()).toEqual(again);
  say(event({ topics: ['notifications'], version: 'v2' }));
  await vi.waitFor(() => expect(outdated()).toEqual(['notifications']));
});

test('a slow query of an opening page is fetched again after its response', async () => {
  beginOpening();
  const late = Promise.withResolvers<Wallet[]>();
  const opening = queryClient.fetchQuery({ ...walletsQuery, queryFn: () => late.promise });
  signIn();
  const { say } = await firstStream();
  say(event({ topics: eventTopics, version: 'v1' }));
  await whenIdle(queryClient);
  await new Promise((resolve) => setTimeout(resolve, 300)); // longer than the page waits
  late.resolve([]);
  await opening;
  await vi.waitFor(() => expect(outdated()).toEqual(['wallets']));
});

test('a failed query of an opening page is not refetched', async () => {
  queryClient.setQueryData(keys.notifications, []);
  const failing = vi.fn<() => Promise<Wallet[]>>(() => Promise.reject(new Error('out of order')));
  const shown = new QueryObserver(queryClient, { ...walletsQuery, queryFn: failing, retry: false });
  const hide = shown.subscribe(() => undefined);
  await vi.waitFor(() => expect(shown.getCurrentResult().isError).toBe(true));
  signIn();
  const { say } = await firstStream();
  say(changed(...eventTopics));
  await vi.waitFor(() => expect(outdated()).toContain('notifications'));
  expect(failing).toHaveBeenCalledTimes(1);
  hide();
});

test('a change during a first fetch marks its result as outdated', async () => {
  const answer = Promise.withResolvers<Wallet[]>();
  signIn();
  const { say } = await firstStream();
  say(changed('requests'));
  const opening = queryClient.fetchQuery({ ...walletsQuery, queryFn: () => answer.promise });
  queryClient.setQueryData(keys.recent, []);
  say(changed('money'));
  await vi.waitFor(() => expect(outdated()).toEqual(['wallets', 'recent']));
  answer.resolve([]);
  await opening;
  await vi.waitFor(() => expect(outdated()).toEqual(['wallets', 'recent']));
});

test('the change stream exists only while a user is signed in', async () => {
  await new Promise((resolve) => setTimeout(resolve));
  expect(streams).toEqual([]);
  signIn();
  const { signal } = await firstStream();
  queryClient.clear();
  expect(signal?.aborted).toBe(true);
});

test('followChanges does not refetch after it was stopped', async () => {
  signIn();
  const { say } = await firstStream();
  say(event({ topics: eventTopics, version: 'v1' }));
  await new Promise((resolve) => setTimeout(resolve)); // the event has arrived
  stop();
  await whenIdle(queryClient);
  await new Promise((resolve) => setTimeout(resolve, 300)); // enough time for any refetch
  expect(calls).toEqual([]);
});

test('the next user gets a new change stream', async () => {
  signIn();
  const { signal } = await firstStream();
  signIn({ ...ines, id: '2' }, 'another-token');
  await vi.waitFor(() => expect(streams.map(({ token }) => token)).toEqual(['Bearer a-token', 'Bearer another-token']));
  expect(signal?.aborted).toBe(true);
});

test('a change stream that reconnects at the last known version invalidates nothing', async () => {
  signIn();
  const { say } = await firstStream();
  say(event({ topics: eventTopics, version: 'v1' }));
  await vi.waitFor(() => expect(calls).toContain('/api/auth/me'));
  queryClient.setQueryData(keys.notifications, []);
  say(event({ topics: eventTopics, version: 'v1' }));
  say(event({ topics: ['contacts'], version: 'v2' }));
  queryClient.setQueryData(keys.contacts, []);
  await vi.waitFor(() => expect(outdated()).toEqual(['contacts']));
});

test('windows that cannot share a change stream poll the version', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  signIn();
  await vi.waitFor(() => expect(calls).toEqual(['/api/auth/me']));
  expect(streams).toEqual([]);
  queryClient.setQueryData(keys.notifications, []);
  vi.advanceTimersByTime(5_000);
  await vi.waitFor(() => expect(outdated()).toEqual(['notifications']));
  vi.useRealTimers();
});

test('a 401 to the change stream ends the session', async () => {
  refused = 401;
  signIn();
  await vi.waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  expect(streams).toEqual([]);
});
