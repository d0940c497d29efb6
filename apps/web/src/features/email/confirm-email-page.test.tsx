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

const confirmed: unknown[] = [];
let answer: () => Response | Promise<Response>;
let resent: () => Response;
let tokens = 0;

beforeEach(() => {
  confirmed.length = 0;
  answer = () => Response.json({ email: ines.email, claimed: 0 });
  resent = () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/auth/email/resend') return resent();
    if (url !== '/api/auth/email/confirm') return Response.json({ ...ines, email_confirmed: true });
    confirmed.push(sentBody(init));
    return answer();
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Each test has a link of its own, as what came of one is kept for as long as the page is open. */
function open({
  signedIn,
  hash = `token-${++tokens}`,
}: { signedIn?: 'unconfirmed' | 'confirmed'; hash?: string } = {}) {
  const screens = renderScreen(
    () => (
      <StrictMode>
        <ConfirmEmailPage />
      </StrictMode>
    ),
    { at: `/confirm-email#${hash}` },
  );
  if (signedIn) {
    const user = { ...ines, email_confirmed: signedIn === 'confirmed' };
    storeSession({ token: 'a-token', user });
    screens.queryClient.setQueryData(meQuery.queryKey, user);
  }
  return { ...screens, token: hash };
}

async function openAndPress(how?: Parameters<typeof open>[0]) {
  const opened = open(how);
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm my email' }));
  return opened;
}

const refused = (code: string, detail: string, status: number) => () =>
  Response.json({ code, detail, request_id: 'r' }, { status });

test('whoever only opens the link, as programs that check mail do, confirms nothing', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toBeDefined();
  expect(confirmed).toEqual([]);
});

test.each([
  [0, 'Money that is sent to it reaches you at once.'],
  [1, '1 payment that was waiting for you has arrived.'],
  [2, '2 payments that were waiting for you have arrived.'],
])('the button of the link confirms, and %d payments that waited are told of', async (claimed, sentence) => {
  answer = () => Response.json({ email: ines.email, claimed });
  const { token } = await openAndPress();
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
  expect(screen.getByText(sentence, { exact: false }).textContent).toBe(`${ines.email} is yours. ${sentence}`);
  expect(confirmed).toEqual([{ token }]);
  expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/login');
});

test('while it is under way the page says so, and the token leaves the address', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = () => promise;
  const { router } = await openAndPress();
  expect(await screen.findByRole('heading', { name: 'Confirming your email' })).toBeDefined();
  await waitFor(() => expect(router.state.location.href).toBe('/confirm-email'));
  expect(router.history.length).toBe(1);
  resolve(Response.json({ email: ines.email, claimed: 0 }));
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
});

test('the token is sent once, also when the session ends in between', async () => {
  const { queryClient } = await openAndPress({ signedIn: 'unconfirmed' });
  await screen.findByRole('heading', { name: 'Email confirmed' });
  queryClient.clear();
  expect(await screen.findByRole('link', { name: 'Log In' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Email confirmed' })).toBeDefined();
  expect(confirmed).toHaveLength(1);
});

test('a signed-in member goes on to the dashboard', async () => {
  await openAndPress({ signedIn: 'unconfirmed' });
  const link = await screen.findByRole('link', { name: 'Go to Dashboard' });
  expect(link.getAttribute('href')).toBe('/dashboard');
});

test('a link that ran out leads a visitor to the login', async () => {
  answer = refused('confirmation_invalid', 'This link is not valid any more. Sign in to get a new one.', 422);
  await openAndPress();
  expect(await screen.findByText('This link is not valid any more. Sign in to get a new one.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log In' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull();
});

test('a signed-in member gets another link, or is told why not', async () => {
  answer = refused('confirmation_invalid', 'This link is not valid any more.', 422);
  resent = refused('too_many_requests', 'We have just sent you an email.', 429);
  await openAndPress({ signedIn: 'unconfirmed' });
  const again = await screen.findByRole('button', { name: 'Send a new link' });
  await userEvent.click(again);
  expect(await screen.findByText('We have just sent you an email.')).toBeDefined();
  resent = () => new Response(null, { status: 204 });
  await userEvent.click(again);
  expect(await screen.findByText(`A new link is on its way to ${ines.email}.`)).toBeDefined();
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
  expect(confirmed).toEqual([]);
});

test('when the server does not answer it can be tried again', async () => {
  answer = () => Promise.reject(new TypeError('the network is gone'));
  const { token } = await openAndPress();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  answer = () => Response.json({ email: ines.email, claimed: 0 });
  await userEvent.click(retry);
  expect(await screen.findByRole('heading', { name: 'Email confirmed' })).toBeDefined();
  expect(confirmed).toEqual([{ token }, { token }]);
});
