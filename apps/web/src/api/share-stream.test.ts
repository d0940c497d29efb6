import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamEvent } from './event-stream.ts';
import type { ConnectionEnd } from './keep-connected.ts';
import { shareStream, type SharedStream } from './share-stream.ts';
import type { Shared } from './stream-leader.ts';

type Connection = { wishes: readonly string[]; isOpen: boolean; tell: (data: string) => void; cut: () => void };
type Opened = { stream: SharedStream; received: string[] };
const connections: Connection[] = [];
const windows: Opened[] = [];
let names = 0;
let name: string;

beforeEach(() => {
  connections.length = 0;
  name = `florin test ${(names += 1)}`;
});
afterEach(() => {
  show('visible');
  for (const { stream } of windows.splice(0)) stream.leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function openWindow(wish: readonly string[], session = name): Opened {
  const received: string[] = [];
  const shared: Shared = {
    name: session,
    maxWishes: 3,
    connect: (wishes, onEvent, signal) => connectTo(wishes, onEvent, signal),
    onEvent: ({ data }) => received.push(data),
    snapshot: (of) => (received.length === 0 ? undefined : { name: 'said', data: `welcome to ${of.join(',')}` }),
  };
  const opened = { stream: shareStream(shared, wish), received };
  windows.push(opened);
  return opened;
}

function connectTo(wishes: readonly string[], onEvent: (event: StreamEvent) => void, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<ConnectionEnd>();
  const connection: Connection = {
    wishes,
    isOpen: true,
    tell: (data) => onEvent({ name: 'said', data }),
    cut: () => resolve('cut'),
  };
  connections.push(connection);
  signal.addEventListener('abort', () => {
    connection.isOpen = false;
    reject(new DOMException('aborted', 'AbortError'));
  });
  return promise;
}

function show(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

const open = () => connections.filter(({ isOpen }) => isOpen);
const askedFor = () => open().map(({ wishes }) => wishes.join(','));
const connectionFor = async (wishes: string) => {
  await vi.waitFor(() => expect(askedFor()).toEqual([wishes]), 3_000);
  const [connection] = open();
  if (!connection) throw new Error('no connection is open');
  return connection;
};

test('eight windows share one stream connection, and each window receives its events', async () => {
  const all = Array.from({ length: 8 }, () => openWindow(['a']));
  const connection = await connectionFor('a');
  connection.tell('news');
  await vi.waitFor(() => expect(all.map(({ received }) => received.at(-1))).toEqual(Array(8).fill('news')));
  expect(connections).toHaveLength(1);
});

test('the shared stream serves the wishes of all windows, and prefers the latest wishes', async () => {
  openWindow(['a', 'b']);
  const second = openWindow(['b', 'c']);
  await connectionFor('a,b,c');
  second.stream.wish(['d', 'c']);
  await connectionFor('b,c,d');
  second.stream.leave();
  await connectionFor('a,b');
  expect(askedFor()).toEqual(['a,b']);
});

test('a new window gets the current stream state from the leader', async () => {
  const first = openWindow(['a']);
  (await connectionFor('a')).tell('news');
  const late = openWindow(['a']);
  await vi.waitFor(() => expect(late.received).toEqual(['welcome to a']));
  expect(first.received).toEqual(['news']);
});

test('another window leads the shared stream immediately after the leader closes', async () => {
  const [first, second, third] = [openWindow(['a']), openWindow(['b']), openWindow(['c'])];
  const before = await connectionFor('a,b,c');
  first.stream.leave();
  const after = await connectionFor('b,c');
  expect(before.isOpen).toBe(false);
  after.tell('news');
  await vi.waitFor(() => expect([second.received, third.received]).toEqual([['news'], ['news']]));
});

test('a window takes over from a leader that does not answer', async () => {
  let isHeld = false;
  // Simulates a window that holds the lock and hangs.
  const hung = navigator.locks.request(name, {}, () => {
    isHeld = true;
    return new Promise(() => undefined);
  });
  const lost = hung.catch((error: unknown) => String(error));
  await vi.waitFor(() => expect(isHeld).toBe(true));
  vi.spyOn(Math, 'random').mockReturnValue(0.1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const mine = openWindow(['a']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await lost).toContain('aborted');
  open()[0]?.tell('news');
  expect(mine.received).toEqual(['news']);
});

test('windows of another session do not receive events of this session', async () => {
  const mine = openWindow(['a']);
  (await connectionFor('a')).tell('before');
  const theirs = openWindow(['b'], `${name} of another`);
  await vi.waitFor(() => expect(open()).toHaveLength(2));
  for (const connection of open()) connection.tell(`for ${connection.wishes.join(',')}`);
  expect(mine.received).toEqual(['before', 'for a']);
  expect(theirs.received).toEqual(['for b']);
});

test('only one window reconnects the shared stream after a failure', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  openWindow(['a']);
  openWindow(['a']);
  (await connectionFor('a')).cut();
  await vi.waitFor(() => expect(connections).toHaveLength(2), 3_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(connections).toHaveLength(2);
});
