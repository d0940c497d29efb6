import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../../test/ines.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { meQuery } from '../../../api/queries.ts';
import { showPendingToast } from '../../../ui/toast.ts';
import { PrivacySection } from './privacy-section.tsx';

let answer: Response;
let calls: number;

beforeEach(() => {
  calls = 0;
  localStorage.setItem('token', 'a-token');
  vi.stubGlobal('fetch', async (url: string) => {
    if (url !== '/api/auth/me/close') return Response.json(ines);
    calls += 1;
    return answer;
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
};

test('closing an account needs password and email, and shows why the account cannot be closed yet', async () => {
  const { queryClient } = renderScreen(PrivacySection, { at: '/profile' });
  queryClient.setQueryData(meQuery.queryKey, ines);
  await press('Close account');
  expect(screen.getByText('No coins')).toBeDefined();
  await press('Close forever');
  expect(await screen.findByText('Enter your password')).toBeDefined();
  await type('Current password', 'double-entry');
  await type(`Type ${ines.email}`, 'somebody@else.example');
  await press('Close forever');
  expect(await screen.findByText('This does not match your email')).toBeDefined();
  expect(calls).toBe(0);
  await type(`Type ${ines.email}`, ines.email.toUpperCase());
  const detail = 'There is $102.00 in the Dollar wallet.';
  answer = Response.json({ detail, code: 'account_not_empty', request_id: '1' }, { status: 409 });
  await press('Close forever');
  expect(await screen.findByText('There is $102.00 in the Dollar wallet.')).toBeDefined();
  answer = new Response(null, { status: 204 });
  await press('Close forever');
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  act(showPendingToast); // The login page shows the toast.
  expect(await screen.findByText('Your account is closed')).toBeDefined();
});
