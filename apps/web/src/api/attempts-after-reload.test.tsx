import { endpoints } from '@florin/contract';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { createQueryClient } from './query-client.ts';
import { endSession } from './session.ts';
import { forgetStoredSession, storeSession } from './stored-session.ts';
import { useMoneyCommand } from './use-money-command.ts';

const keys: (string | null)[] = [];
const lost = () => {
  throw new TypeError('Failed to fetch');
};
/** Answers the calls in order, and later calls with success. */
const answerWith = (...answers: (() => Response | Promise<Response>)[]) =>
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    return answers[keys.length - 1]?.() ?? Response.json({ id: '1' });
  });

beforeEach(() => storeSession({ token: 'the first', user: ines }));
afterEach(() => {
  forgetStoredSession();
  keys.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const body = {
  recipient_email: 'jonas.weber@florin.example',
  amount: '100.00',
  currency: 'USD',
  note: 'Rent',
} as const;

/** Loads the page with nothing in memory. */
function load(queryClient: QueryClient = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return renderHook(() => useMoneyCommand(endpoints.sendMoney), { wrapper }).result.current;
}

async function lose(queryClient?: QueryClient) {
  answerWith(lost);
  await expect(load(queryClient).submit(body)).rejects.toThrow('Failed to fetch');
}

describe('a payment whose response was lost, after a reload', () => {
  test('a payment without a response keeps its idempotency key after a reload, until it succeeds', async () => {
    await lose();
    const page = load();
    expect(page.isRetry(body)).toBe(true);
    await page.submit(body);
    expect(keys[1]).toBe(keys[0]);
    expect(page.isRetry(body)).toBe(false);
    expect(load().isRetry(body)).toBe(false);
    await load().submit(body);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('a pending payment keeps its idempotency key after a reload', async () => {
    answerWith(() => new Promise(() => undefined));
    void load().submit(body);
    await vi.waitFor(() => expect(keys).toHaveLength(1));
    await load().submit(body);
    expect(keys[1]).toBe(keys[0]);
  });

  test('a rate-limited retry leaves the payment unsettled', async () => {
    await lose();
    answerWith(lost, () =>
      Response.json({ detail: 'No.', code: 'too_many_requests', request_id: '1' }, { status: 429 }),
    );
    await expect(load().submit(body)).rejects.toThrow('No.');
    expect(load().isRetry(body)).toBe(true);
  });

  test.each([
    ['amount', { ...body, amount: '100.01' }],
    ['recipient', { ...body, recipient_email: 'mara@florin.example' }],
    ['note', { ...body, note: 'Rent for May' }],
  ])('a payment with another %s gets another idempotency key', async (_, other) => {
    await lose();
    expect(load().isRetry(other)).toBe(false);
    await load().submit(other);
    expect(keys[1]).not.toBe(keys[0]);
    expect(load().isRetry(body)).toBe(true);
  });

  test('a payment is no longer a retry ten minutes after the first try', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await lose();
    vi.setSystemTime(Date.now() + 9 * 60_000);
    expect(load().isRetry(body)).toBe(true);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(load().isRetry(body)).toBe(false);
  });

  test('an unsettled payment is forgotten when the session ends', async () => {
    const queryClient = createQueryClient();
    await lose(queryClient);
    endSession(queryClient);
    storeSession({ token: 'the first', user: ines });
    expect(load().isRetry(body)).toBe(false);
  });

  test('an unsettled payment is not a retry for another member in this or another tab', async () => {
    await lose();
    localStorage.setItem('token', 'of another tab');
    expect(load().isRetry(body)).toBe(false);
    localStorage.setItem('token', 'the first');
    storeSession({ token: 'the second', user: { ...ines, email: 'mara@florin.example' } });
    localStorage.setItem('token', 'the first');
    expect(load().isRetry(body)).toBe(false);
  });
});

test('the stored attempt of a payment hides amount and recipient and is deleted after the payment is settled', async () => {
  const before = Object.entries(sessionStorage);
  await lose();
  const stored = JSON.stringify(Object.entries(sessionStorage));
  expect(stored).toContain(keys[0]);
  for (const secret of ['jonas', '100.00', 'Rent', 'the first']) expect(stored).not.toContain(secret);
  await load().submit(body);
  expect(Object.entries(sessionStorage)).toEqual(before);
});

test.each([
  ['holds invalid JSON', () => sessionStorage.setItem('florin-attempts', '{"digest":')],
  [
    'is full',
    () =>
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      }),
  ],
])('a payment works and keeps its key in memory when the storage %s', async (_, breakStorage) => {
  breakStorage();
  const queryClient = createQueryClient();
  await lose(queryClient);
  vi.restoreAllMocks();
  await load(queryClient).submit(body);
  expect(keys[1]).toBe(keys[0]);
});
