import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDownload } from './use-download.ts';

const requested: string[] = [];
let answers: Record<string, PromiseWithResolvers<Response>>;

beforeEach(() => {
  requested.length = 0;
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
          requested.push(name);
          return answers[name]?.promise ?? Promise.reject(new Error('Unexpected request'));
        },
        fileName: () => name,
      }),
    { wrapper },
  ).result;

test('downloads run one after another, and a second press does not start the same download twice', async () => {
  const [csv, receipt] = [download('csv'), download('receipt')];
  act(() => csv.current.start());
  await waitFor(() => expect(csv.current.running).toBe(true));
  act(() => csv.current.start());
  act(() => receipt.current.start());
  await waitFor(() => expect(receipt.current.running).toBe(true));
  expect(requested).toEqual(['csv']);
  answers['csv']?.resolve(new Response('date'));
  await waitFor(() => expect(requested).toEqual(['csv', 'receipt']));
  expect(csv.current.error).toBeNull();
  answers['receipt']?.reject(new TypeError('Failed to fetch'));
  await waitFor(() => expect(receipt.current.error).not.toBeNull());
});

test('a stopped download does not block the next download', async () => {
  const [csv, receipt] = [download('csv'), download('receipt')];
  act(() => csv.current.start());
  await waitFor(() => expect(requested).toEqual(['csv']));
  act(() => csv.current.stop());
  act(() => receipt.current.start());
  await waitFor(() => expect(requested).toEqual(['csv', 'receipt']));
});
