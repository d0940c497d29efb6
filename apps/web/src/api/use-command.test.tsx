import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { useCommand } from './use-command.ts';

afterEach(cleanup);

function command(call: (input: string) => Promise<string>) {
  const queryClient = createQueryClient();
  const told: string[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () =>
      useCommand({
        call,
        onDone: (answer) => void told.push(answer),
        onFailed: ({ message }) => void told.push(message),
        onSettled: () => void told.push('settled'),
      }),
    { wrapper },
  );
  return { result, told };
}

test('the second press of a double click does nothing; a later one is another command', async () => {
  const calls: string[] = [];
  const { result, told } = command(async (input) => {
    calls.push(input);
    return `did ${input}`;
  });
  act(() => {
    result.current.run('first');
    result.current.run('first');
  });
  await waitFor(() => expect(told).toEqual(['did first', 'settled']));
  act(() => result.current.run('second'));
  await waitFor(() => expect(told).toHaveLength(4));
  expect(calls).toEqual(['first', 'second']);
});

test('what failed can be tried again', async () => {
  const { result, told } = command(async () => Promise.reject(new Error('no')));
  act(() => result.current.run('it'));
  await waitFor(() => expect(result.current.error?.message).toBe('no'));
  act(() => result.current.run('it'));
  await waitFor(() => expect(told).toEqual(['no', 'settled', 'no', 'settled']));
});
