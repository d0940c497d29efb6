import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { renderEntry } from '../../../test/render-entry.tsx';
import { showPendingToast } from '../../ui/toast.ts';
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

test('the sign-up form checks for empty fields, then a mismatch, then the password length', async () => {
  await type({ 'Full Name': ines.name, Password: 'short', 'Confirm Password': 'shorter' });
  await press();
  expect(await screen.findByText('Please fill in all fields')).toBeDefined();
  expect(screen.getByText('Enter your email')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull(); // The toast announces the error, so the fields stay silent.
  await type({ Email: ines.email });
  await press();
  await waitFor(() => expect(screen.getAllByText('Passwords do not match')).toHaveLength(2));
  await type({ 'Confirm Password': 'short' });
  await press();
  await waitFor(() => expect(screen.getAllByText('Password must be at least 8 characters')).toHaveLength(2));
  expect(bodies).toEqual([]);
});

// Rules: sign-in-12
test('the sign-up page links to the landing page and the login', () => {
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Florin')).toBe('/');
  expect(hrefOf('Sign In')).toMatch(/^\/login\b/);
});

// Rules: api-5
test('a successful sign-up stores the session and opens the chosen plan', async () => {
  await type(filled);
  await press();
  await waitFor(() => expect(left).toEqual(['/profile?plan=pro#plan']));
  act(showPendingToast); // The next page shows the toast.
  expect(await screen.findByText('Account created successfully!')).toBeDefined();
  expect(bodies).toEqual([{ name: ines.name, email: ines.email, password: 'double-entry' }]);
  expect(localStorage.getItem('token')).toBe('a-token');
});

// Rules: sign-in-11
test('a server error during sign-up shows the specified message', async () => {
  answer = () => new Response('', { status: 503 });
  await type(filled);
  await press();
  expect(await screen.findByText('Signup failed. Please try again.')).toBeDefined();
  expect(left).toEqual([]);
});

// Rules: sign-in-11
test('an email that already has an account shows the specified message and marks the field', async () => {
  answer = () => Response.json({ detail: 'Taken.', code: 'email_taken', request_id: '1' }, { status: 409 });
  await type(filled);
  await press();
  expect(await screen.findByText('Signup failed. Please try again.')).toBeDefined();
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Taken.')).toBeNull();
});

test('a common password shows the server message at its field and the specified toast', async () => {
  const sentence = 'This password is too common. Choose another one.';
  const refused = { detail: sentence, code: 'password_too_common', request_id: '1', fields: { password: sentence } };
  answer = () => Response.json(refused, { status: 422 });
  await type(filled);
  await press();
  expect(await screen.findByText('Signup failed. Please try again.')).toBeDefined();
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe(sentence);
});

test('a rate-limited sign-up says that the network opened too many accounts', async () => {
  answer = () => Response.json({ detail: 'Many.', code: 'too_many_requests', request_id: '1' }, { status: 429 });
  await type(filled);
  await press();
  expect(await screen.findByText('Signup failed. Please try again.')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe('Too many sign-ups from your network. Try again later');
});

test.each([
  ['Full Name', 'name', 'Use 1 to 100 characters'],
  ['Password', 'password', 'Use at most 256 characters'],
])('marks the field %s if the server rejects it', async (label, name, sentence) => {
  const fields = { [name]: 'Not taken.' };
  answer = () => Response.json({ detail: 'No.', code: 'invalid_request', fields, request_id: '1' }, { status: 422 });
  await type(filled);
  await press();
  expect(await screen.findByText('Signup failed. Please try again.')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
});

test('the sign-up form shows the password strength while typing', async () => {
  expect(screen.getByText('At least 8 characters, 15 or more recommended')).toBeDefined();
  await type({ Password: 'battery-staple' });
  expect(screen.getByText('Good. Longer is stronger; 15 or more recommended')).toBeDefined();
});

const signInLink = () => screen.queryByRole('link', { name: 'Sign in with this email' });

test('an invalid email shows an error on blur without a server call, and an empty email shows no error', async () => {
  const email = screen.getByLabelText('Email');
  await userEvent.click(email);
  await userEvent.tab();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(email, 'ines@florin');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  const sentence = 'This is not an email address. Enter one such as name@example.com';
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  await userEvent.type(email, '.example');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  expect(screen.queryByRole('alert')).toBeNull();
  await type({ ...filled, Email: 'two@signs@florin.example' });
  await press();
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
  expect(bodies).toEqual([]);
});

test('the sign-up page offers to sign in with an email that already has an account, and keeps the return path', async () => {
  answer = () => Response.json({ detail: 'Taken.', code: 'email_taken', request_id: '1' }, { status: 409 });
  await type(filled);
  expect(signInLink()).toBeNull();
  await press();
  const link = await screen.findByRole('link', { name: 'Sign in with this email' });
  const way = new URL(link.getAttribute('href') ?? '', 'https://florin.example');
  expect([way.pathname, way.searchParams.get('email'), way.searchParams.get('back')]).toEqual([
    '/login',
    ines.email,
    '/profile?plan=pro#plan',
  ]);
  await type({ Email: 'another@florin.example' });
  expect(signInLink()).toBeNull();
});

const openInvited = (reply: () => Response) => {
  cleanup();
  answer = reply;
  sessionStorage.setItem('florin-invitation', 'a-token-of-a-mail');
  renderEntry(SignupPage, { email: 'new.friend@florin.example' });
};
const invitation = {
  email: 'new.friend@florin.example',
  sender: 'Alice Example',
  amounts: [
    { currency: 'USD', amount: 50, amount_exact: '50.00' },
    { currency: 'EUR', amount: 20, amount_exact: '20.00' },
  ],
  expires_at: '2026-12-24T09:12:00.000Z',
};

test('an invitation shows the sender, the amounts and the email to sign up with', async () => {
  openInvited(() => Response.json(invitation));
  const said = await screen.findByText('Alice Example');
  expect(said.closest('output')?.textContent).toBe(
    'Alice Example sent you $50.00 and €20.00. Sign up with new.friend@florin.example to receive it.',
  );
  expect(bodies).toEqual([{ token: 'a-token-of-a-mail' }]);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new.friend@florin.example');
});

test('an invalid invitation shows a notice above the sign-up form', async () => {
  openInvited(() => Response.json({ detail: 'Over.', code: 'invitation_invalid', request_id: '1' }, { status: 422 }));
  expect(await screen.findByText('This invitation is no longer valid.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeDefined();
  expect(sessionStorage.getItem('florin-invitation')).toBeNull();
});

test.each([
  ['a server error', () => new Response('', { status: 503 })],
  ['a server without invitations', () => Response.json({ detail: 'Not Found' }, { status: 404 })],
])('shows the plain sign-up page for an invitation with %s', async (_, reply) => {
  openInvited(reply);
  await waitFor(() => expect(bodies).toHaveLength(1));
  await waitFor(() => expect(document.querySelector('.invited')).toBeNull());
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeDefined();
});
