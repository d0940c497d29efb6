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
let answer: () => Response | Promise<Response>;
let resent: () => Response;
let tokens = 0;

const confirmed = { email: ines.email, already: false, claimed: 0 };
const password = 'correct horse battery';

/** As the server does: without a session or a password nothing is confirmed. */
const needsPassword = () => refused('confirmation_needs_password', 'Enter the password of the account.', 403)();

beforeEach(() => {
  sent.length = 0;
  answer = () => Response.json(confirmed);
  resent = () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/auth/email/resend') return resent();
    if (url !== '/api/auth/email/confirm') return Response.json({ ...ines, email_confirmed: true });
    const body = sentBody(init) as { password?: string };
    sent.push(body);
    const isHeld = new Headers(init.headers).has('authorization') || body.password !== undefined;
    return isHeld || isUsed ? answer() : needsPassword();
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  isUsed = false;
});

/** What the link leads to needs no holder: it was used before, or is not good at all. */
let isUsed = false;

/** Each test has a link of its own, as what came of one is kept for as long as the page is open. */
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

const refused = (code: string, detail: string, status: number) => () =>
  Response.json({ code, detail, request_id: 'r' }, { status });

// Rules: security-25
test('whoever only opens the link, as programs that check mail do, confirms nothing', async () => {
  const { token } = open();
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toBeDefined();
  expect(await screen.findByLabelText('Password')).toBeDefined();
  expect(sent).toEqual([{ token }]); // which the server refuses without a session and a password
  cleanup();
  open({ signedIn: 'unconfirmed' });
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toBeDefined();
  expect(sent).toHaveLength(1);
});

test.each([
  [0, 'Money that is sent to it reaches you at once.'],
  [1, '1 payment that was waiting for you has arrived.'],
  [2, '2 payments that were waiting for you have arrived.'],
])('the button of the link confirms, and %d payments that waited are told of', async (claimed, sentence) => {
  answer = () => Response.json({ ...confirmed, claimed });
  const { token } = await openAndPress();
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
  expect(screen.getByText(sentence, { exact: false }).textContent).toBe(`${ines.email} is yours. ${sentence}`);
  expect(sent).toEqual([{ token }]);
});

test('without a session the link asks for the password and confirms with it', async () => {
  const { token } = await openAndEnter();
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
  expect(sent).toEqual([{ token }, { token, password }]);
  expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/login');
});

test('a wrong password is said at its field, and another can be tried', async () => {
  answer = refused('bad_credentials', 'The email or the password is not right.', 400);
  await openAndEnter('not it');
  expect(await screen.findByText('This is not the password of the account')).toBeDefined();
  answer = () => Response.json(confirmed);
  await userEvent.type(screen.getByLabelText('Password'), ' but this');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm my email' }));
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
});

test('a visitor who did not open the account is led to a password of their own', async () => {
  open();
  const link = await screen.findByRole('link', { name: 'Set a password of your own' });
  expect(link.getAttribute('href')).toBe('/forgot-password');
});

test('in a session of another account the link says so, and asks for the password after logging out', async () => {
  answer = refused('confirmation_of_another', 'This link belongs to another account.', 403);
  await openAndPress();
  expect(await screen.findByRole('heading', { name: 'This link belongs to another account' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Log Out' }));
  expect(await screen.findByLabelText('Password')).toBeDefined();
});

// Rules: identity-2
test('a link that was used before says so at once, without a password', async () => {
  isUsed = true;
  answer = () => Response.json({ ...confirmed, already: true });
  open();
  expect(await screen.findByRole('heading', { name: 'Email already confirmed' })).toBeDefined();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('while it is under way the page says so, and the token leaves the address', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = () => promise;
  const { router } = await openAndPress();
  expect(await screen.findByRole('heading', { name: 'Confirming your email' })).toBeDefined();
  await waitFor(() => expect(router.state.location.href).toBe('/confirm-email'));
  expect(router.history.length).toBe(1);
  resolve(Response.json(confirmed));
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
});

test('the token is sent once, also when the session ends in between', async () => {
  const { queryClient } = await openAndPress();
  await screen.findByRole('heading', { name: 'Email confirmed' });
  queryClient.clear();
  expect(await screen.findByRole('link', { name: 'Log In' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Email confirmed' })).toBeDefined();
  expect(sent).toHaveLength(1);
});

test('a signed-in member goes on to the dashboard', async () => {
  await openAndPress();
  const link = await screen.findByRole('link', { name: 'Go to Dashboard' });
  expect(link.getAttribute('href')).toBe('/dashboard');
});

test('a link that ran out leads a visitor to the login', async () => {
  answer = refused('confirmation_invalid', 'This link is not valid any more. Sign in to get a new one.', 422);
  isUsed = true;
  open();
  expect(await screen.findByText('This link is not valid any more. Sign in to get a new one.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log In' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull();
});

test('a signed-in member gets another link, or is told why not', async () => {
  answer = refused('confirmation_invalid', 'This link is not valid any more.', 422);
  resent = refused('too_many_requests', 'We have just sent you an email.', 429);
  await openAndPress();
  const again = await screen.findByRole('button', { name: 'Send a new link' });
  await userEvent.click(again);
  expect(await screen.findByText('We have just sent you an email.')).toBeDefined();
  resent = () => new Response(null, { status: 204 });
  await userEvent.click(again);
  expect(await screen.findByText(`We sent a new link to ${ines.email}.`)).toBeDefined();
});

test('whoever is confirmed already is not asked to do it again', async () => {
  answer = refused('confirmation_invalid', 'This link is not valid any more.', 422);
  await openAndPress({ signedIn: 'confirmed' });
  expect(await screen.findByText(`${ines.email} is confirmed already.`)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toBeDefined();
});

test('without a token nothing is sent', async () => {
  open({ hash: '' });
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
  expect(sent).toEqual([]);
});

test('when the server does not answer it can be tried again', async () => {
  answer = () => Promise.reject(new TypeError('the network is gone'));
  const { token } = await openAndPress();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  answer = () => Response.json(confirmed);
  await userEvent.click(retry);
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
  expect(sent).toEqual([{ token }, { token }]);
});
