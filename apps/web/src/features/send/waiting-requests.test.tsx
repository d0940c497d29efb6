import { act, screen, waitFor } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, expect, test, vi } from 'vitest';
import { payRequestUnanswered } from '../../../test/pay-request-unanswered.tsx';
import { renderScreen } from '../../../test/render-screen.tsx';
import { openRequestsQuery } from '../../api/queries.ts';
import { WaitingRequests } from './waiting-requests.tsx';

afterEach(() => {
  toast.dismiss();
  vi.unstubAllGlobals();
});

test('the pay dialog stays open until the response, even if the request leaves the list', async () => {
  const { keys } = await payRequestUnanswered(WaitingRequests, '/send');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test('the Send page shows no request section without requests, even after a failed reload', async () => {
  let answer = () => Response.json([]);
  vi.stubGlobal('fetch', async () => answer());
  const { queryClient } = renderScreen(WaitingRequests, { at: '/send' });
  const state = () => queryClient.getQueryState(openRequestsQuery.queryKey)?.status;
  await waitFor(() => expect(state()).toBe('success'));
  answer = () => Response.json({ detail: 'Busy.', code: 'busy', request_id: 'r' }, { status: 503 });
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(state()).toBe('error'));
  expect(screen.queryByText('Waiting for you')).toBeNull();
});
