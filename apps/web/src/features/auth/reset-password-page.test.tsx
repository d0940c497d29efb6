import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { renderEntry } from '../../../test/render-entry.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const calls: unknown[] = [];
let answer: () => Response;

const refusal = (code: string, detail: string, fields = {}) =>
  Response.json({ detail, code, request_id: '1', fields }, { status: 422 });

beforeEach(() => {
  calls.length = 0;
  answer = () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    calls.push(sentBody(init));
    return answer();
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the answer is the same for every address, and another mail can be had after a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderEntry(ForgotPasswordPage);
  await userEvent.type(await screen.findByLabelText('Email'), `${ines.email}{Enter}`);
  expect(await screen.findByRole('heading', { name: 'Look at your mail' })).toBeDefined();
  expect(
    screen.getByText(`If ${ines.email} has an account, a link is on its way. It works for 30 minutes.`),
  ).toBeDefined();
  expect(screen.getByText(/send it again in (1:00|0:59)/)).toBeDefined();
  const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Send again' });
  expect(again.disabled).toBe(true);
  await vi.advanceTimersByTimeAsync(61_000);
  await waitFor(() => expect(again.disabled).toBe(false));
  await press('Send again');
  expect(calls).toEqual([{ email: ines.email }, { email: ines.email }]);
  await waitFor(() => expect(again.disabled).toBe(true));
});

test('no address, and one that is none, are said at the field', async () => {
  renderEntry(ForgotPasswordPage);
  await userEvent.click(await screen.findByRole('button', { name: 'Send link' }));
  expect(screen.getByText('Please enter your email')).toBeDefined();
  expect(calls).toEqual([]);
  answer = () => refusal('invalid_request', 'email: Invalid', { email: 'Invalid' });
  await userEvent.type(screen.getByLabelText('Email'), 'nobody{Enter}');
  expect(await screen.findByText('This is not an email address')).toBeDefined();
});

const openReset = async () => {
  history.replaceState(null, '', '/reset-password#the-token');
  renderEntry(ResetPasswordPage);
  await screen.findByRole('heading', { name: 'New password' });
};
const choose = async (password: string, confirmation = password) => {
  for (const [label, text] of [
    ['New password', password],
    ['Confirm new password', confirmation],
  ] as const) {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
  }
  await press('Save password');
};

test('the token leaves the address at once; the new password is checked in the usual order, then saved', async () => {
  localStorage.setItem('token', 'of-a-session-that-ends');
  await openReset();
  await waitFor(() => expect(location.pathname + location.hash).toBe('/reset-password'));
  await press('Save password');
  expect(await screen.findByText('Enter a new password')).toBeDefined();
  expect(screen.getByText('Enter the password again')).toBeDefined();
  await choose('short', 'shorter');
  expect(await screen.findByText('Passwords do not match')).toBeDefined();
  await choose('short');
  expect(await screen.findByText('Password must be at least 8 characters')).toBeDefined();
  expect(calls).toEqual([]);
  await choose('battery-staple');
  expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeDefined();
  expect(calls).toEqual([{ token: 'the-token', password: 'battery-staple' }]);
  expect(localStorage.getItem('token')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
});

test('a password that everybody has is refused at its field', async () => {
  answer = () => refusal('password_too_common', 'Too many people use it.');
  await openReset();
  await choose('password1');
  expect(await screen.findByText('Too many people use it.')).toBeDefined();
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
});

test('a link that is used up or too old leads to another', async () => {
  answer = () => refusal('reset_invalid', 'Used.');
  await openReset();
  await choose('battery-staple');
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/forgot-password');
});

test('without an answer there is another try, and nobody is told that their password has not changed', async () => {
  await openReset();
  answer = () => new Response('', { status: 502 });
  await choose('battery-staple');
  expect(
    await screen.findByText(
      'The server did not answer. Try again; if the link no longer works, sign in with the new password.',
    ),
  ).toBeDefined();
  answer = () => refusal('reset_invalid', 'Used.');
  await press('Save password');
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined();
  expect(screen.getByText(/If you have set a new password with it, sign in with that\.$/)).toBeDefined();
});

test('without the server the link is kept for another try', async () => {
  await openReset();
  answer = () => new Response('', { status: 502 });
  await choose('battery-staple');
  await screen.findByText(/^The server did not answer/);
  answer = () => new Response(null, { status: 204 });
  await press('Save password');
  expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeDefined();
});

test('loaded again it does not say that the link no longer works, but to open it once more', async () => {
  await openReset();
  cleanup();
  renderEntry(ResetPasswordPage);
  expect(await screen.findByRole('heading', { name: 'Open the link once more' })).toBeDefined();
  expect(screen.queryByText(/used already/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/forgot-password');
});
