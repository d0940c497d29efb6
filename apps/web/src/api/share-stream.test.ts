import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamEvent } from './event-stream.ts';
import type { ConnectionEnd } from './keep-connected.ts';
import { shareStream, type SharedStream } from './share-stream.ts';
import type { Shared } from './stream-leader.ts';

type Connection = { wishes: readonly string[]; isOpen: boolean; tell: (data: string) => void; cut: () => void };
type Opened = { stream: SharedStream; heard: string[] };
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
  const heard: string[] = [];
  const shared: Shared = {
    name: session,
    most: 3,
    connect: (wishes, onEvent, signal) => connectTo(wishes, onEvent, signal),
    hear: ({ data }) => heard.push(data),
    greet: (of) => (heard.length === 0 ? undefined : { name: 'said', data: `welcome to ${of.join(',')}` }),
  };
  const opened = { stream: shareStream(shared, wish), heard };
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
const theOne = async (wishes: string) => {
  await vi.waitFor(() => expect(askedFor()).toEqual([wishes]), 3_000);
  const [connection] = open();
  if (!connection) throw new Error('nothing is connected');
  return connection;
};

test('eight windows have one connection, and each hears what it says', async () => {
  const all = Array.from({ length: 8 }, () => openWindow(['a']));
  const connection = await theOne('a');
  connection.tell('news');
  await vi.waitFor(() => expect(all.map(({ heard }) => heard.at(-1))).toEqual(Array(8).fill('news')));
  expect(connections).toHaveLength(1);
});

test('the connection is for what all windows wish for together, the latest first where it is too much', async () => {
  openWindow(['a', 'b']);
  const second = openWindow(['b', 'c']);
  await theOne('a,b,c');
  second.stream.wish(['d', 'c']);
  await theOne('b,c,d');
  second.stream.leave();
  await theOne('a,b');
  expect(askedFor()).toEqual(['a,b']);
});

test('a window that comes later is told by the leader what it knows', async () => {
  const first = openWindow(['a']);
  (await theOne('a')).tell('news');
  const late = openWindow(['a']);
  await vi.waitFor(() => expect(late.heard).toEqual(['welcome to a']));
  expect(first.heard).toEqual(['news']);
});

test('when the leading window closes, another one leads at once', async () => {
  const [first, second, third] = [openWindow(['a']), openWindow(['b']), openWindow(['c'])];
  const before = await theOne('a,b,c');
  first.stream.leave();
  const after = await theOne('b,c');
  expect(before.isOpen).toBe(false);
  after.tell('news');
  await vi.waitFor(() => expect([second.heard, third.heard]).toEqual([['news'], ['news']]));
});

test('a leader that does not answer is not waited for', async () => {
  let isHeld = false;
  // A window that got the lock and hangs: it neither connects nor answers.
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
  expect(mine.heard).toEqual(['news']);
});

test('windows of another session hear nothing of this one', async () => {
  const mine = openWindow(['a']);
  (await theOne('a')).tell('before');
  const theirs = openWindow(['b'], `${name} of another`);
  await vi.waitFor(() => expect(open()).toHaveLength(2));
  for (const connection of open()) connection.tell(`for ${connection.wishes.join(',')}`);
  expect(mine.heard).toEqual(['before', 'for a']);
  expect(theirs.heard).toEqual(['for b']);
});

test('a connection that fails is tried again by one window only', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  openWindow(['a']);
  openWindow(['a']);
  (await theOne('a')).cut();
  await vi.waitFor(() => expect(connections).toHaveLength(2), 3_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(connections).toHaveLength(2);
});
