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

const asking = 'to send, request and withdraw money, and to get what waits for you.';
let resent: () => Response;

beforeEach(() => {
  resent = () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', async (url: string) => (url === '/api/auth/email/resend' ? resent() : Response.json(ines)));
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

test('a member whose address is not confirmed gets another mail', async () => {
  show();
  expect(await screen.findByText(asking, { exact: false })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
  expect(await screen.findByText(`We sent a new link to ${ines.email}.`)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
});

test('a second mail that comes too soon is said so', async () => {
  const detail = 'We have just sent you an email. Please wait a little before the next.';
  resent = () => Response.json({ code: 'too_many_requests', detail, request_id: 'r' }, { status: 429 });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Resend' }));
  expect(await screen.findByText(detail)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Resend' })).toBeDefined();
});

test('whoever confirmed elsewhere is not asked any more', async () => {
  resent = () =>
    Response.json({ code: 'already_confirmed', detail: 'Confirmed already.', request_id: 'r' }, { status: 409 });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(screen.queryByText('Confirmed already.')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
});

test('it is put away for this visit', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByText(asking, { exact: false })).toBeNull();
  cleanup();
  show();
  await screen.findByText('the page');
  expect(screen.queryByText(asking, { exact: false })).toBeNull();
  cleanup();
  show({ ...ines, id: '2', email_confirmed: false, kyc_level: 0 });
  expect(await screen.findByText(asking, { exact: false })).toBeDefined();
});

test('it comes back when a call is refused because the address is not confirmed', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ...ines, email_confirmed: false }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByText(asking, { exact: false })).toBeNull();
  const refusal = { code: 'email_not_confirmed', detail: 'Confirm first.', request_id: 'r' };
  const api = connect(
    () => undefined,
    async () => Response.json(refusal, { status: 403 }),
  );
  await expect(
    api.call(endpoints.sendMoney, { body: { recipient_email: 'a@b.example', amount: '1' } }),
  ).rejects.toThrow('Confirm first.');
  expect(await screen.findByText(asking, { exact: false })).toBeDefined();
});

test('a confirmed member sees nothing of it', async () => {
  show(ines);
  await screen.findByText('the page');
  expect(screen.queryByText(asking, { exact: false })).toBeNull();
});

test('the sandbox leads to the mail', async () => {
  show();
  const link = await screen.findByRole('link', { name: 'Outbox' });
  expect(link.getAttribute('href')).toBe(`/sandbox?to=${encodeURIComponent(ines.email)}`);
});
