import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { renderEntry } from '../../../test/render-entry.tsx';
import { sayWhatWasLeft } from '../../ui/toast.ts';
import { SignupPage } from './signup-page.tsx';
import { sentBody } from '../../../test/sent-body.ts';

const bodies: unknown[] = [];
let left: string[];
let answer: () => Response | Promise<Response>;

beforeEach(async () => {
  bodies.length = 0;
  answer = () => Response.json({ token: 'a-token', user: ines });
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    bodies.push(sentBody(init));
    return answer();
  });
  ({ left } = renderEntry(SignupPage, { plan: 'pro' }));
  await screen.findByText('Create your account');
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const type = async (entries: Record<string, string>) => {
  for (const [label, text] of Object.entries(entries)) {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
  }
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
const filled = {
  'Full Name': ines.name,
  Email: ines.email,
  Password: 'double-entry',
  'Confirm Password': 'double-entry',
};

test('the checks come in their order: empty, mismatch, length', async () => {
  await type({ 'Full Name': ines.name, Password: 'short', 'Confirm Password': 'shorter' });
  await press();
  await waitFor(() => expect(screen.getAllByText('Please fill in all fields')).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull(); // the message says it, and not each field once more
  await type({ Email: ines.email });
  await press();
  await waitFor(() => expect(screen.getAllByText('Passwords do not match')).toHaveLength(2));
  await type({ 'Confirm Password': 'short' });
  await press();
  await waitFor(() => expect(screen.getAllByText('Password must be at least 8 characters')).toHaveLength(2));
  expect(bodies).toEqual([]);
});

test('there is a way to the landing page and to the login', () => {
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Florin')).toBe('/');
  expect(hrefOf('Sign In')).toMatch(/^\/login\b/);
});

test('success opens a session and goes on to the plan that was chosen', async () => {
  await type(filled);
  await press();
  await waitFor(() => expect(left).toEqual(['/profile?plan=pro#plan']));
  act(sayWhatWasLeft); // as the next page does
  expect(await screen.findByText('Account created successfully!')).toBeDefined();
  expect(bodies).toEqual([{ name: ines.name, email: ines.email, password: 'double-entry' }]);
  expect(localStorage.getItem('token')).toBe('a-token');
});

test('a server in trouble fails with the same sentence', async () => {
  answer = () => new Response('', { status: 503 });
  await type(filled);
  await press();
  expect(await screen.findByText('Signup failed. Please try again.')).toBeDefined();
  expect(left).toEqual([]);
});

test('a taken address fails with the sentence of the specification and marks the email', async () => {
  answer = () => Response.json({ detail: 'Taken.', code: 'email_taken', request_id: '1' }, { status: 409 });
  await type(filled);
  await press();
  expect(await screen.findByText('Signup failed. Please try again.')).toBeDefined();
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Taken.')).toBeNull();
});

test('a password that is too common is explained at its field in the server’s words; the toast stays the specification’s', async () => {
  const sentence = 'This password is too common. Choose another one.';
  const refused = { detail: sentence, code: 'password_too_common', request_id: '1', fields: { password: sentence } };
  answer = () => Response.json(refused, { status: 422 });
  await type(filled);
  await press();
  expect(await screen.findByText('Signup failed. Please try again.')).toBeDefined();
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe(sentence);
});

test('of a network that opened too many accounts it is said that this is why', async () => {
  answer = () => Response.json({ detail: 'Many.', code: 'too_many_requests', request_id: '1' }, { status: 429 });
  await type(filled);
  await press();
  expect(await screen.findByText('Signup failed. Please try again.')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe('Too many sign-ups from your network. Try again later');
});

test.each([
  ['Full Name', 'name', 'A name has 1 to 100 characters'],
  ['Password', 'password', 'A password has at most 256 characters'],
])('%s is marked where the server does not take it', async (label, name, sentence) => {
  const fields = { [name]: 'Not taken.' };
  answer = () => Response.json({ detail: 'No.', code: 'invalid_request', fields, request_id: '1' }, { status: 422 });
  await type(filled);
  await press();
  expect(await screen.findByText('Signup failed. Please try again.')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
});

test('how strong a password is shows while it is chosen', async () => {
  expect(screen.getByText('8 characters at least, 15 or more recommended')).toBeDefined();
  await type({ Password: 'battery-staple' });
  expect(screen.getByText('Good. Longer is stronger; 15 or more recommended')).toBeDefined();
});
