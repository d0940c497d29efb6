import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../test/ines.ts';
import { createQueryClient } from './api/query-client.ts';
import { startSession } from './api/session.ts';
import { storeSession } from './api/stored-session.ts';
import { App, startRouter } from './app.tsx';
import { leavingHistory } from './leaving-history.ts';

const calls: string[] = [];
const left: string[] = [];
let answerMe: () => Response | Promise<Response>;

beforeEach(() => {
  calls.length = 0;
  left.length = 0;
  answerMe = () => Response.json({ ...ines, name: 'Ines Renamed' });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`);
    if (url === '/api/auth/me') return answerMe();
    return url === '/api/auth/logout' ? new Response(null, { status: 204 }) : Response.json([]);
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const signedIn = () => storeSession({ token: 'a-token', user: ines });

function open(at: string) {
  const queryClient = createQueryClient();
  const checked = startSession(queryClient, () => undefined);
  const history = leavingHistory(createMemoryHistory({ initialEntries: [at] }), (href) => left.push(href));
  const router = startRouter(queryClient, history);
  render(<App queryClient={queryClient} router={router} />);
  return { checked, path: () => router.state.location.pathname };
}

const memberScreens = [
  '/dashboard',
  '/send',
  '/receive',
  '/buy-crypto',
  '/sell-crypto',
  '/transactions',
  '/notifications',
  '/kyc',
  '/profile',
];

// Rules: sign-in-1
test.each(memberScreens)('%s redirects a signed-out visitor to the login page', async (address) => {
  const { path } = open(address);
  await waitFor(() => expect(left).toEqual(['/login']));
  expect(path()).toBe(address);
  expect(calls).toEqual([]);
});

// Rules: sign-in-13
test.each(['token', 'user'])('a stored %s alone is not a session and is deleted', async (key) => {
  localStorage.setItem(key, key === 'token' ? 'a-token' : JSON.stringify(ines));
  open('/dashboard');
  await waitFor(() => expect(left).toEqual(['/login']));
  expect(calls).toEqual([]);
  expect(localStorage.getItem(key)).toBeNull();
});

test('a link to a page with its own document loads that document', async () => {
  open('/nowhere');
  await userEvent.click(await screen.findByRole('link', { name: 'Sign Up' }));
  await waitFor(() => expect(left).toEqual(['/signup']));
  expect(screen.getByText('Page not found')).toBeDefined();
});

// Rules: sign-in-15
test("the stored user appears immediately, until the server's user replaces it", async () => {
  signedIn();
  const { promise, resolve } = Promise.withResolvers<Response>();
  answerMe = () => promise;
  open('/nowhere');
  await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
  expect(await screen.findByText('Ines Almeida')).toBeDefined();
  const isBusy = () => document.querySelector('.app')?.getAttribute('aria-busy');
  expect(isBusy()).toBe('true');
  resolve(Response.json({ ...ines, name: 'Ines Renamed' }));
  expect(await screen.findByText('Ines Renamed')).toBeDefined();
  expect(isBusy()).toBeNull();
  expect(JSON.parse(localStorage.getItem('user') ?? '').name).toBe('Ines Renamed');
});

// Rules: sign-in-16
test.each([
  ['a failing server', () => Response.json({}, { status: 503 })],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a startup check with %s logs the user out', async (_, answer) => {
  signedIn();
  answerMe = answer;
  open('/transactions');
  await waitFor(() => expect(left).toContain('/login'));
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
});

test('logging out ends the session on the server and leads to the login page', async () => {
  signedIn();
  const { checked } = open('/dashboard');
  await checked;
  await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await waitFor(() => expect(left).toContain('/login'));
  expect(calls).toContain('POST /api/auth/logout');
  expect(localStorage.getItem('token')).toBeNull();
});

test('logging out in another tab logs this tab out', async () => {
  signedIn();
  const { checked } = open('/dashboard');
  await checked;
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null, storageArea: localStorage }));
  await waitFor(() => expect(left).toContain('/login'));
});

test('a payment link keeps its note exactly, even in the login link that leads back', async () => {
  const asked = new URLSearchParams({ note: '2026110000012345678', amount: '1.50' }).toString();
  open(`/pay/jonas@florin.example?${asked}`);
  expect(await screen.findByText('2026110000012345678')).toBeDefined();
  const [logIn] = screen.getAllByRole('link', { name: 'Log In' });
  expect(logIn?.getAttribute('href')).toBe(`/login?back=${encodeURIComponent(`/pay/jonas@florin.example?${asked}`)}`);
});

test.each(['"Lunch"', 'true', '1.50'])('a payment link shows the note %s unchanged', async (note) => {
  open(`/pay/jonas@florin.example?${new URLSearchParams({ note }).toString()}`);
  expect(await screen.findByText(note)).toBeDefined();
});

test('a payment link rejects the amount 1e3', async () => {
  open('/pay/jonas@florin.example?amount=1e3');
  expect(await screen.findByText('The amount in this link is invalid.')).toBeDefined();
});

test('an unknown path shows a not-found page inside the shell', async () => {
  open('/nowhere/at/all');
  expect(await screen.findByText('Page not found')).toBeDefined();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined();
  await waitFor(() => expect(document.title).toBe('Page not found · Florin'));
});

test('the outbox link and page exist only in sandbox mode', async () => {
  open('/sandbox');
  expect(await screen.findByRole('heading', { name: 'Sandbox' })).toBeDefined();
  expect(screen.getByText('Sandbox: no real money').textContent).toBe('Sandbox: no real money');
  expect(screen.getByRole('link', { name: 'Outbox' }).getAttribute('href')).toBe('/sandbox');
  cleanup();
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'florin-mode';
  meta.content = 'live';
  open('/sandbox');
  expect(await screen.findByText('Page not found')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Outbox' })).toBeNull();
  meta.remove();
});

test('a member with an unconfirmed email sees a Resend button', async () => {
  answerMe = () => Response.json({ ...ines, email_confirmed: false });
  signedIn();
  const { checked } = open('/nowhere');
  await checked;
  expect(await screen.findByRole('button', { name: 'Resend' })).toBeDefined();
});
