import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { meQuery } from '../../api/queries.ts';
import { storeSession } from '../../api/stored-session.ts';
import { ConfirmEmailPage } from './confirm-email-page.tsx';

const sent: unknown[] = [];
let confirmResponse: () => Response | Promise<Response>;
let resendResponse: () => Response;
let tokens = 0;

const confirmed = { email: ines.email, already: false, claimed: 0 };
const password = 'correct horse battery';

/** Returns the server's error for a request without a session and without a password. */
const needsPassword = () => errorResponse('confirmation_needs_password', 'Enter the password of the account.', 403)();

beforeEach(() => {
  sent.length = 0;
  confirmResponse = () => Response.json(confirmed);
  resendResponse = () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/auth/email/resend') return resendResponse();
    if (url !== '/api/auth/email/confirm') return Response.json({ ...ines, email_confirmed: true });
    const body = sentBody(init) as { password?: string };
    sent.push(body);
    const isAuthorized = new Headers(init.headers).has('authorization') || body.password !== undefined;
    return isAuthorized || isUsedOrInvalid ? confirmResponse() : needsPassword();
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  isUsedOrInvalid = false;
});

/** Whether the link was used before or is invalid. For such a link, the server needs neither session nor password. */
let isUsedOrInvalid = false;

/** Each test uses its own token, because the page caches the result of a link while it is open. */
function open({
  signedIn,
  hash = `token-${++tokens}`,
}: { signedIn?: 'unconfirmed' | 'confirmed'; hash?: string } = {}) {
  const user = { ...ines, email_confirmed: signedIn === 'confirmed' };
  if (signedIn) storeSession({ token: 'a-token', user });
  const screens = renderScreen(
    () => (
      <StrictMode>
        <ConfirmEmailPage />
      </StrictMode>
    ),
    { at: `/confirm-email#${hash}` },
  );
  if (signedIn) screens.queryClient.setQueryData(meQuery.queryKey, user);
  return { ...screens, token: hash };
}

async function openAndPress(how: Parameters<typeof open>[0] = { signedIn: 'unconfirmed' }) {
  const opened = open(how);
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm my email' }));
  return opened;
}

async function openAndEnter(typed = password) {
  const opened = open();
  await userEvent.type(await screen.findByLabelText('Password'), typed);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm my email' }));
  return opened;
}

const errorResponse = (code: string, detail: string, status: number) => () =>
  Response.json({ code, detail, request_id: 'r' }, { status });

// Rules: security-25
test('opening the confirmation link without pressing the button does not confirm the email', async () => {
  const { token } = open();
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toBeDefined();
  expect(await screen.findByLabelText('Password')).toBeDefined();
  expect(sent).toEqual([{ token }]); // the server rejects this without session and password
  cleanup();
  open({ signedIn: 'unconfirmed' });
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toBeDefined();
  expect(sent).toHaveLength(1);
});

test.each([
  [0, 'Money sent to it arrives immediately.'],
  [1, '1 waiting payment has arrived.'],
  [2, '2 waiting payments have arrived.'],
])('the confirmation page confirms and reports %d waiting payments', async (claimed, sentence) => {
  confirmResponse = () => Response.json({ ...confirmed, claimed });
  const { token } = await openAndPress();
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
  expect(screen.getByText(sentence, { exact: false }).textContent).toBe(`${ines.email} is confirmed. ${sentence}`);
  expect(sent).toEqual([{ token }]);
});

test('the confirmation page asks a signed-out visitor for the password', async () => {
  const { token } = await openAndEnter();
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
  expect(sent).toEqual([{ token }, { token, password }]);
  expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/login');
});

test('a wrong password on the confirmation page shows an error at its field and can be corrected', async () => {
  confirmResponse = errorResponse('bad_credentials', 'The email or the password is not right.', 400);
  await openAndEnter('not it');
  expect(await screen.findByText('Incorrect password.')).toBeDefined();
  confirmResponse = () => Response.json(confirmed);
  await userEvent.type(screen.getByLabelText('Password'), ' but this');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm my email' }));
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
});

test('a visitor who did not create the account gets a link to set a new password', async () => {
  open();
  const link = await screen.findByRole('link', { name: 'Set your own password' });
  expect(link.getAttribute('href')).toBe('/forgot-password');
});

test('the confirmation page asks a member of another account to log out and enter the password', async () => {
  confirmResponse = errorResponse('confirmation_of_another', 'This link belongs to another account.', 403);
  await openAndPress();
  expect(await screen.findByRole('heading', { name: 'This link belongs to another account' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Log Out' }));
  expect(await screen.findByLabelText('Password')).toBeDefined();
});

// Rules: identity-2
test('a used confirmation link shows that the email is already confirmed, without a password', async () => {
  isUsedOrInvalid = true;
  confirmResponse = () => Response.json({ ...confirmed, already: true });
  open();
  expect(await screen.findByRole('heading', { name: 'Email already confirmed' })).toBeDefined();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('the confirmation page shows that it is working and removes the token from the URL', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  confirmResponse = () => promise;
  const { router } = await openAndPress();
  expect(await screen.findByRole('heading', { name: 'Confirming your email' })).toBeDefined();
  await waitFor(() => expect(router.state.location.href).toBe('/confirm-email'));
  expect(router.history.length).toBe(1);
  resolve(Response.json(confirmed));
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
});

test('the confirmation page sends the token once, even if the session ends', async () => {
  const { queryClient } = await openAndPress();
  await screen.findByRole('heading', { name: 'Email confirmed' });
  queryClient.clear();
  expect(await screen.findByRole('link', { name: 'Log In' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Email confirmed' })).toBeDefined();
  expect(sent).toHaveLength(1);
});

test('the confirmation page links a signed-in member to the dashboard', async () => {
  await openAndPress();
  const link = await screen.findByRole('link', { name: 'Go to Dashboard' });
  expect(link.getAttribute('href')).toBe('/dashboard');
});

test('an expired confirmation link leads a visitor to the login page', async () => {
  confirmResponse = errorResponse(
    'confirmation_invalid',
    'This link is not valid any more. Sign in to get a new one.',
    422,
  );
  isUsedOrInvalid = true;
  open();
  expect(await screen.findByText('This link is not valid any more. Sign in to get a new one.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log In' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull();
});

test('a signed-in member can request a new confirmation link and sees an error if the request fails', async () => {
  confirmResponse = errorResponse('confirmation_invalid', 'This link is not valid any more.', 422);
  resendResponse = errorResponse('too_many_requests', 'We have just sent you an email.', 429);
  await openAndPress();
  const again = await screen.findByRole('button', { name: 'Send a new link' });
  await userEvent.click(again);
  expect(await screen.findByText('We have just sent you an email.')).toBeDefined();
  resendResponse = () => new Response(null, { status: 204 });
  await userEvent.click(again);
  expect(await screen.findByText(`We sent a new link to ${ines.email}.`)).toBeDefined();
});

test('an invalid confirmation link tells a confirmed member that the email is already confirmed', async () => {
  confirmResponse = errorResponse('confirmation_invalid', 'This link is not valid any more.', 422);
  await openAndPress({ signedIn: 'confirmed' });
  expect(await screen.findByText(`${ines.email} is already confirmed.`)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toBeDefined();
});

test('a confirmation page without a token sends no request', async () => {
  open({ hash: '' });
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
  expect(sent).toEqual([]);
});

test('a confirmation without a response can be retried', async () => {
  confirmResponse = () => Promise.reject(new TypeError('network error'));
  const { token } = await openAndPress();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  confirmResponse = () => Response.json(confirmed);
  await userEvent.click(retry);
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
  expect(sent).toEqual([{ token }, { token }]);
});
