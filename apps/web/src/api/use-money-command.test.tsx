import { endpoints } from '@florin/contract';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { transactionOf } from '../../test/transaction-of.ts';
import { meQuery } from './queries.ts';
import { createQueryClient } from './query-client.ts';
import { endSession } from './session.ts';
import { useMoneyCommand } from './use-money-command.ts';

const keys: (string | null)[] = [];
const answerWith = (...answers: (() => Response | Promise<Response>)[]) =>
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    return answers[keys.length - 1]?.() ?? Response.json({ id: '1' });
  });

afterEach(() => {
  cleanup();
  keys.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const body = { recipient_email: 'jonas.weber@florin.example', amount: '100.00', currency: 'USD' } as const;
const refusal = (status: number, code: string) => () =>
  Response.json({ detail: 'No.', code, request_id: '1' }, { status });
const lostConnection = () => {
  throw new TypeError('Failed to fetch');
};

function page(queryClient: QueryClient) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return renderHook(() => useMoneyCommand(endpoints.sendMoney), { wrapper });
}
const command = (queryClient = createQueryClient()) => page(queryClient).result;

test('a double press pays once, and the second call of submit returns undefined', async () => {
  answerWith();
  const { current } = command();
  const answers = await Promise.all([current.submit(body), current.submit(body)]);
  expect(answers).toEqual([{}, undefined]);
  expect(keys).toHaveLength(1);
});

test.each([
  ['a lost connection', lostConnection, 'Failed to fetch'],
  ['a failing database', refusal(503, 'database_unavailable'), 'No.'],
])('the same payment keeps its idempotency key after %s', async (_, failure, message) => {
  answerWith(failure);
  const { current } = command();
  await expect(current.submit(body)).rejects.toThrow(message);
  await current.submit(body);
  expect(keys[1]).toBe(keys[0]);
});

test('a payment refetches the signed-in user', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json(url === '/api/auth/me' ? { ...ines, name: 'Ines Renamed' } : { id: '1' });
  });
  const queryClient = createQueryClient();
  queryClient.setQueryData(meQuery.queryKey, ines);
  await command(queryClient).current.submit(body);
  await vi.waitFor(() => expect(queryClient.getQueryData(meQuery.queryKey)?.name).toBe('Ines Renamed'));
  expect(asked).toEqual(['/api/transactions/send', '/api/auth/me']);
});

test('another payment gets another idempotency key', async () => {
  answerWith(lostConnection);
  const { current } = command();
  await expect(current.submit(body)).rejects.toThrow('Failed to fetch');
  await current.submit({ ...body, amount: '10.00' });
  expect(keys[1]).not.toBe(keys[0]);
});

test('the next submission after a rejection or a success gets another idempotency key', async () => {
  answerWith(refusal(409, 'insufficient_balance'));
  const { current } = command();
  await expect(current.submit(body)).rejects.toThrow('No.');
  await current.submit(body);
  await current.submit(body);
  expect(new Set(keys).size).toBe(3);
});

test.each([
  ['401 not_signed_in', refusal(401, 'not_signed_in'), 'No.'],
  ['403 second_factor_required', refusal(403, 'second_factor_required'), 'No.'],
  ['429 too_many_requests', refusal(429, 'too_many_requests'), 'No.'],
  ['a 403 from a proxy', () => new Response('Forbidden', { status: 403 }), 'HTTP 403'],
])('a payment whose response was lost keeps its key after %s', async (_, rejection, message) => {
  answerWith(lostConnection, rejection);
  const { current } = command();
  await expect(current.submit(body)).rejects.toThrow('Failed to fetch');
  await expect(current.submit(body)).rejects.toThrow(message);
  expect(current.isRetry(body)).toBe(true);
  await current.submit(body);
  expect(new Set(keys).size).toBe(1);
  expect(current.isRetry(body)).toBe(false);
});

test('the rejection of a retry settles the payment', async () => {
  answerWith(lostConnection, refusal(409, 'insufficient_balance'));
  const { current } = command();
  await expect(current.submit(body)).rejects.toThrow('Failed to fetch');
  await expect(current.submit(body)).rejects.toThrow('No.');
  await current.submit(body);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

/** Submits a payment and loses the response. */
async function lose({ result }: ReturnType<typeof page>) {
  await expect(result.current.submit(body)).rejects.toThrow('Failed to fetch');
}

describe('a payment whose response was lost', () => {
  test('a payment without a response keeps its key on the reopened page, until it succeeds', async () => {
    answerWith(lostConnection);
    const queryClient = createQueryClient();
    const first = page(queryClient);
    await lose(first);
    first.unmount();
    const { current } = command(queryClient);
    expect(current.isRetry(body)).toBe(true);
    await current.submit(body);
    expect(current.isRetry(body)).toBe(false);
    await current.submit(body);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('a payment without a response keeps its key when another payment is sent in between', async () => {
    answerWith(lostConnection);
    const first = page(createQueryClient());
    await lose(first);
    await first.result.current.submit({ ...body, amount: '10.00' });
    await first.result.current.submit(body);
    expect(keys[2]).toBe(keys[0]);
  });

  test('a payment is no longer a retry half an hour after its page closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    answerWith(lostConnection);
    const queryClient = createQueryClient();
    const first = page(queryClient);
    await lose(first);
    vi.advanceTimersByTime(30 * 60_000);
    expect(first.result.current.isRetry(body)).toBe(true);
    first.unmount();
    vi.advanceTimersByTime(5 * 60_000);
    expect(command(queryClient).current.isRetry(body)).toBe(true);
    cleanup();
    vi.advanceTimersByTime(30 * 60_000);
    expect(command(queryClient).current.isRetry(body)).toBe(false);
  });

  test('a payment without a response is forgotten when the session ends', async () => {
    answerWith(lostConnection);
    const queryClient = createQueryClient();
    const first = page(queryClient);
    await lose(first);
    first.unmount();
    endSession(queryClient);
    expect(command(queryClient).current.isRetry(body)).toBe(false);
  });
});

test('a pending payment keeps its key when its page closes', async () => {
  const answer = Promise.withResolvers<Response>();
  answerWith(() => answer.promise);
  const queryClient = createQueryClient();
  const first = page(queryClient);
  const sent = first.result.current.submit(body);
  first.unmount();
  const { current } = command(queryClient);
  await current.submit(body);
  expect(keys[1]).toBe(keys[0]);
  answer.resolve(Response.json({ id: '1' }));
  await sent;
});

test('the same submission to another path gets another idempotency key', async () => {
  answerWith(lostConnection);
  const queryClient = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook(({ id }) => useMoneyCommand(endpoints.payRequest, { params: { id } }), {
    wrapper,
    initialProps: { id: 'r1' },
  });
  await expect(result.current.submit()).rejects.toThrow('Failed to fetch');
  answerWith(lostConnection, () => Response.json(transactionOf()));
  rerender({ id: 'r2' });
  await result.current.submit();
  expect(keys[1]).not.toBe(keys[0]);
});
