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

test('Forgot password shows the same text for every email and can send again after a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderEntry(ForgotPasswordPage);
  await userEvent.type(await screen.findByLabelText('Email'), `${ines.email}{Enter}`);
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeDefined();
  expect(
    screen.getByText(`If ${ines.email} has an account, you’ll get a link that works for 30 minutes.`),
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

test('Forgot password shows an error for an empty or invalid email', async () => {
  renderEntry(ForgotPasswordPage);
  await userEvent.click(await screen.findByRole('button', { name: 'Send link' }));
  expect(screen.getByText('Please enter your email')).toBeDefined();
  expect(calls).toEqual([]);
  answer = () => refusal('invalid_request', 'email: Invalid', { email: 'Invalid' });
  await userEvent.type(screen.getByLabelText('Email'), 'nobody{Enter}');
  expect(await screen.findByText('Enter a valid email address')).toBeDefined();
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

test('the reset page removes the token from the URL, checks the new password and saves it', async () => {
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

test('the reset page shows the error for a common password at its field', async () => {
  answer = () => refusal('password_too_common', 'Too many people use it.');
  await openReset();
  await choose('password1');
  expect(await screen.findByText('Too many people use it.')).toBeDefined();
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
});

test('a used or expired reset link offers to send a new link', async () => {
  answer = () => refusal('reset_invalid', 'Used.');
  await openReset();
  await choose('battery-staple');
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/forgot-password');
});

test('the reset page says after a lost answer that the new password may work', async () => {
  await openReset();
  answer = () => new Response('', { status: 502 });
  await choose('battery-staple');
  expect(
    await screen.findByText(
      'The server did not answer. Try again. If the link no longer works, sign in with the new password.',
    ),
  ).toBeDefined();
  answer = () => refusal('reset_invalid', 'Used.');
  await press('Save password');
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined();
  expect(screen.getByText(/If you set a new password, sign in with it\.$/)).toBeDefined();
});

test('a reset link still works for a retry after a server error', async () => {
  await openReset();
  answer = () => new Response('', { status: 502 });
  await choose('battery-staple');
  await screen.findByText(/^The server did not answer/);
  answer = () => new Response(null, { status: 204 });
  await press('Save password');
  expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeDefined();
});

test('a reloaded reset page asks the member to open the link again', async () => {
  await openReset();
  cleanup();
  renderEntry(ResetPasswordPage);
  expect(await screen.findByRole('heading', { name: 'Open the link again' })).toBeDefined();
  expect(screen.queryByText(/already used/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/forgot-password');
});
