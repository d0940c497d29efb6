import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fetchWithinReach, isOutOfReach, isReached, watchReach } from './reach.ts';

let serverIsThere: boolean;
let calls: string[];

beforeAll(watchReach);
beforeEach(() => {
  serverIsThere = true;
  calls = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    if (!serverIsThere) throw new TypeError('Failed to fetch');
    return Response.json({});
  });
});
afterEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  await isReached();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const lose = async () => {
  serverIsThere = false;
  await expect(fetchWithinReach('/api/wallets', {})).rejects.toThrow(TypeError);
  await vi.waitFor(() => expect(onlineManager.isOnline()).toBe(false));
};

test('a failed call sets the app offline only if the health check fails too', async () => {
  await expect(fetchWithinReach('/api/wallets', {})).resolves.toBeInstanceOf(Response);
  vi.stubGlobal('fetch', async (url: string) => {
    if (url !== '/healthz') throw new TypeError('Failed to fetch');
    return Response.json({});
  });
  await expect(fetchWithinReach('/api/wallets', {})).rejects.toThrow(TypeError);
  expect(await isOutOfReach()).toBe(false);
  expect(onlineManager.isOnline()).toBe(true);
});

test('an offline call fails without being sent', async () => {
  await lose();
  calls.length = 0;
  await expect(fetchWithinReach('/api/transactions/send', {})).rejects.toThrow('cannot be reached');
  expect(calls).toEqual([]);
});

test('the health check repeats with growing delays until the server answers', async () => {
  await lose();
  calls.length = 0;
  await vi.advanceTimersByTimeAsync(3_500);
  expect(calls).toEqual(['/healthz', '/healthz']);
  serverIsThere = true;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(onlineManager.isOnline()).toBe(true);
  calls.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual([]);
});

test("the browser's offline event applies immediately, and its online event only after a health check", async () => {
  window.dispatchEvent(new Event('offline'));
  expect(onlineManager.isOnline()).toBe(false);
  serverIsThere = false;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(onlineManager.isOnline()).toBe(false);
  serverIsThere = true;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(onlineManager.isOnline()).toBe(true);
});

test('a 502 from a gateway sets the app offline', async () => {
  vi.stubGlobal('fetch', async () => new Response('Bad Gateway', { status: 502 }));
  await fetchWithinReach('/api/wallets', {});
  await vi.waitFor(() => expect(onlineManager.isOnline()).toBe(false));
});

test('a hanging call triggers a health check', async () => {
  vi.stubGlobal('fetch', (url: string) =>
    url === '/healthz' ? Promise.reject(new TypeError('Failed to fetch')) : new Promise(() => undefined),
  );
  void fetchWithinReach('/api/wallets', {});
  await vi.advanceTimersByTimeAsync(8_500);
  expect(onlineManager.isOnline()).toBe(false);
});

test('the server is not polled again after the health watch has stopped', async () => {
  const stop = watchReach();
  serverIsThere = false;
  const answer = isReached();
  stop();
  expect(await answer).toBe(false);
  calls.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  watchReach();
  expect(calls).toEqual([]);
});
