import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDownload } from './use-download.ts';

const asked: string[] = [];
let answers: Record<string, PromiseWithResolvers<Response>>;

beforeEach(() => {
  asked.length = 0;
  answers = { csv: Promise.withResolvers(), receipt: Promise.withResolvers() };
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);

const download = (name: string) =>
  renderHook(
    () =>
      useDownload({
        open: () => {
          asked.push(name);
          return answers[name]?.promise ?? Promise.reject(new Error('not expected'));
        },
        fileName: () => name,
      }),
    { wrapper },
  ).result;

test('a second file is asked for when the first has arrived, and the first only once', async () => {
  const [csv, receipt] = [download('csv'), download('receipt')];
  act(() => csv.current.start());
  await waitFor(() => expect(csv.current.running).toBe(true));
  act(() => csv.current.start());
  act(() => receipt.current.start());
  await waitFor(() => expect(receipt.current.running).toBe(true));
  expect(asked).toEqual(['csv']);
  answers['csv']?.resolve(new Response('date'));
  await waitFor(() => expect(asked).toEqual(['csv', 'receipt']));
  expect(csv.current.error).toBeNull();
  answers['receipt']?.reject(new TypeError('not reached'));
  await waitFor(() => expect(receipt.current.error).not.toBeNull());
});

test('a file that was stopped keeps no other waiting', async () => {
  const [csv, receipt] = [download('csv'), download('receipt')];
  act(() => csv.current.start());
  await waitFor(() => expect(asked).toEqual(['csv']));
  act(() => csv.current.stop());
  act(() => receipt.current.start());
  await waitFor(() => expect(asked).toEqual(['csv', 'receipt']));
});
