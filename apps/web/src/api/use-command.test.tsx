import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { useCommand } from './use-command.ts';

afterEach(cleanup);

function command(call: (input: string) => Promise<string>) {
  const queryClient = createQueryClient();
  const log: string[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () =>
      useCommand({
        call,
        onDone: (answer) => void log.push(answer),
        onFailed: ({ message }) => void log.push(message),
        onSettled: () => void log.push('settled'),
      }),
    { wrapper },
  );
  return { result, log };
}

test('a double click runs the command once, and a later click runs the command again', async () => {
  const calls: string[] = [];
  const { result, log } = command(async (input) => {
    calls.push(input);
    return `did ${input}`;
  });
  act(() => {
    result.current.run('first');
    result.current.run('first');
  });
  await waitFor(() => expect(log).toEqual(['did first', 'settled']));
  act(() => result.current.run('second'));
  await waitFor(() => expect(log).toHaveLength(4));
  expect(calls).toEqual(['first', 'second']);
});

test('a failed command can run again', async () => {
  const { result, log } = command(async () => Promise.reject(new Error('no')));
  act(() => result.current.run('it'));
  await waitFor(() => expect(result.current.error?.message).toBe('no'));
  act(() => result.current.run('it'));
  await waitFor(() => expect(log).toEqual(['no', 'settled', 'no', 'settled']));
});
