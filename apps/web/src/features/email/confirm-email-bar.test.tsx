import { endpoints, type User } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { connect } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { storeSession } from '../../api/stored-session.ts';
import { ConfirmEmailBar } from './confirm-email-bar.tsx';

const prompt = 'to send, request and withdraw money, and to get waiting payments.';
let resendResponse: () => Response;

beforeEach(() => {
  resendResponse = () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/api/auth/email/resend' ? resendResponse() : Response.json(ines),
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function Bar() {
  const { user } = useSession();
  return (
    <>
      <p>the page</p>
      {user && <ConfirmEmailBar user={user} />}
    </>
  );
}

function show(user: User = { ...ines, email_confirmed: false, kyc_level: 0 }) {
  storeSession({ token: 'a-token', user });
  const shown = renderScreen(Bar, { at: '/dashboard' });
  shown.queryClient.setQueryData(meQuery.queryKey, user);
  return shown;
}

test('the confirmation bar resends the email to an unconfirmed member', async () => {
  show();
  expect(await screen.findByText(prompt, { exact: false })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
  expect(await screen.findByText(`We sent a new link to ${ines.email}.`)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
});

test('the confirmation bar shows the rate limit error of a resend', async () => {
  const detail = 'We have just sent you an email. Please wait a little before the next.';
  resendResponse = () => Response.json({ code: 'too_many_requests', detail, request_id: 'r' }, { status: 429 });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Resend' }));
  expect(await screen.findByText(detail)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Resend' })).toBeDefined();
});

test('the confirmation bar disappears if the address was confirmed elsewhere', async () => {
  resendResponse = () =>
    Response.json({ code: 'already_confirmed', detail: 'Confirmed already.', request_id: 'r' }, { status: 409 });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(screen.queryByText('Confirmed already.')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
});

test('a dismissed confirmation bar stays hidden for this member in this browser session', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByText(prompt, { exact: false })).toBeNull();
  cleanup();
  show();
  await screen.findByText('the page');
  expect(screen.queryByText(prompt, { exact: false })).toBeNull();
  cleanup();
  show({ ...ines, id: '2', email_confirmed: false, kyc_level: 0 });
  expect(await screen.findByText(prompt, { exact: false })).toBeDefined();
});

test('a dismissed confirmation bar reappears when a request needs a confirmed email', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ...ines, email_confirmed: false }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByText(prompt, { exact: false })).toBeNull();
  const refusal = { code: 'email_not_confirmed', detail: 'Confirm first.', request_id: 'r' };
  const api = connect(
    () => undefined,
    async () => Response.json(refusal, { status: 403 }),
  );
  await expect(
    api.call(endpoints.sendMoney, { body: { recipient_email: 'a@b.example', amount: '1' } }),
  ).rejects.toThrow('Confirm first.');
  expect(await screen.findByText(prompt, { exact: false })).toBeDefined();
});

test('a confirmed member sees no confirmation bar', async () => {
  show(ines);
  await screen.findByText('the page');
  expect(screen.queryByText(prompt, { exact: false })).toBeNull();
});

test('the confirmation bar links to the mail in the sandbox', async () => {
  show();
  const link = await screen.findByRole('link', { name: 'Outbox' });
  expect(link.getAttribute('href')).toBe(`/sandbox?to=${encodeURIComponent(ines.email)}`);
});
