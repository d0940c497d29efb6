import { endpoints } from '@florin/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { meQuery } from './queries.ts';
import { createQueryClient } from './query-client.ts';
import { useMoneyCommand } from './use-money-command.ts';

const keys: (string | null)[] = [];
const answerWith = (...answers: (() => Response)[]) =>
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    return answers[keys.length - 1]?.() ?? Response.json({ id: '1' });
  });

afterEach(() => {
  cleanup();
  keys.length = 0;
  vi.unstubAllGlobals();
});

const body = { recipient_email: 'jonas.weber@florin.example', amount: '100.00', currency: 'USD' } as const;
const refusal = (status: number, code: string) => () =>
  Response.json({ detail: 'No.', code, request_id: '1' }, { status });
const lostConnection = () => {
  throw new TypeError('Failed to fetch');
};

function command(queryClient = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return renderHook(() => useMoneyCommand(endpoints.sendMoney), { wrapper }).result;
}

test('a double press is one payment, and only the first press has something to say', async () => {
  answerWith();
  const { current } = command();
  const answers = await Promise.all([current.submit(body), current.submit(body)]);
  expect(answers).toEqual([{ id: '1' }, undefined]);
  expect(keys).toHaveLength(1);
});

test.each([
  ['a lost connection', lostConnection, 'Failed to fetch'],
  ['a failing database', refusal(503, 'database_unavailable'), 'No.'],
])('after %s the same payment goes out under the same key', async (_, failure, message) => {
  answerWith(failure);
  const { current } = command();
  await expect(current.submit(body)).rejects.toThrow(message);
  await current.submit(body);
  expect(keys[1]).toBe(keys[0]);
});

test('after a payment the balances of the signed-in user are asked for again', async () => {
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

test('another payment has another key', async () => {
  answerWith(lostConnection);
  const { current } = command();
  await expect(current.submit(body)).rejects.toThrow('Failed to fetch');
  await current.submit({ ...body, amount: '10.00' });
  expect(keys[1]).not.toBe(keys[0]);
});

test('after a refusal or a success, the next submission has another key', async () => {
  answerWith(refusal(409, 'insufficient_balance'));
  const { current } = command();
  await expect(current.submit(body)).rejects.toThrow('No.');
  await current.submit(body);
  await current.submit(body);
  expect(new Set(keys).size).toBe(3);
});

test.each([
  ['nobody is signed in', refusal(401, 'not_signed_in'), 'No.'],
  ['the second factor is asked for', refusal(403, 'second_factor_required'), 'No.'],
  ['that was one too many', refusal(429, 'too_many_requests'), 'No.'],
  ['a proxy says no', () => new Response('Forbidden', { status: 403 }), 'HTTP 403'],
])(
  'where the answer was lost and then %s, the first outcome is still unknown: the key stays',
  async (_, door, message) => {
    answerWith(lostConnection, door);
    const { current } = command();
    await expect(current.submit(body)).rejects.toThrow('Failed to fetch');
    await expect(current.submit(body)).rejects.toThrow(message);
    expect(current.isRetry(body)).toBe(true);
    await current.submit(body);
    expect(new Set(keys).size).toBe(1);
    expect(current.isRetry(body)).toBe(false);
  },
);

test('what the server decides about a repeat settles it', async () => {
  answerWith(lostConnection, refusal(409, 'insufficient_balance'));
  const { current } = command();
  await expect(current.submit(body)).rejects.toThrow('Failed to fetch');
  await expect(current.submit(body)).rejects.toThrow('No.');
  await current.submit(body);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('the same submission to another address has another key', async () => {
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
  rerender({ id: 'r2' });
  await result.current.submit();
  expect(keys[1]).not.toBe(keys[0]);
});
