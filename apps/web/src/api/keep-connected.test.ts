import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepConnected, maxWaitMs, type ConnectionEnd } from './keep-connected.ts';

type Connection = { signal: AbortSignal; cut: () => void; refuse: () => void };
const connections: Connection[] = [];
let stop: () => void = () => undefined;

beforeEach(() => {
  connections.length = 0;
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  stop();
  onlineManager.setOnline(true);
  show('visible');
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function begin() {
  stop = keepConnected((signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<ConnectionEnd>();
    connections.push({ signal, cut: () => reject(new TypeError('network error')), refuse: () => resolve('for good') });
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    return promise;
  });
}

function show(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

const latest = () => {
  const connection = connections.at(-1);
  if (!connection) throw new Error('no connection was opened');
  return connection;
};
const cut = async () => {
  latest().cut();
  await vi.advanceTimersByTimeAsync(0);
};

/** Cuts the latest connection and returns the milliseconds until the next one. */
async function waitAfterCut() {
  const before = connections.length;
  await cut();
  let waitedMs = 0;
  while (connections.length === before && waitedMs < 60_000) {
    await vi.advanceTimersByTimeAsync(100);
    waitedMs += 100;
  }
  return waitedMs;
}

test('repeated disconnections double the reconnect delay up to 15 s', async () => {
  begin();
  const waits: number[] = [];
  for (let cuts = 0; cuts < 8; cuts++) waits.push(await waitAfterCut());
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, maxWaitMs, maxWaitMs, maxWaitMs]);
});

test('reconnect delays are random', async () => {
  vi.mocked(Math.random).mockReturnValue(0);
  begin();
  expect([await waitAfterCut(), await waitAfterCut()]).toEqual([300, 500]);
});

test('a stable connection resets the reconnect delay', async () => {
  begin();
  for (let cuts = 0; cuts < 5; cuts++) await waitAfterCut();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await waitAfterCut()).toBe(500);
});

test('no reconnect happens offline, and coming online reconnects immediately', async () => {
  begin();
  for (let cuts = 0; cuts < 6; cuts++) await waitAfterCut();
  onlineManager.setOnline(false);
  expect(latest().signal.aborted).toBe(true);
  const before = connections.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connections).toHaveLength(before);
  onlineManager.setOnline(true);
  expect(connections).toHaveLength(before + 1);
});

test('a stream reconnects immediately when the window is shown', async () => {
  begin();
  for (let cuts = 0; cuts < 6; cuts++) await waitAfterCut();
  await cut();
  const before = connections.length;
  show('hidden');
  show('visible');
  expect(connections).toHaveLength(before + 1);
  show('visible');
  expect(connections).toHaveLength(before + 1);
});

test.each([
  ['stopped', () => stop()],
  ['ended for good', () => latest().refuse()],
])('a connection that was %s does not reconnect', async (_, end) => {
  begin();
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  show('visible');
  expect(connections).toHaveLength(1);
});
