import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { demoLogin } from '@florin/contract';
import { ines } from '../../../test/ines.ts';
import { renderEntry } from '../../../test/render-entry.tsx';
import { showPendingToast } from '../../ui/toast.ts';
import { LoginPage } from './login-page.tsx';
import { sentBody } from '../../../test/sent-body.ts';

const bodies: unknown[] = [];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  bodies.length = 0;
  answer = () => Response.json({ token: 'a-token', user: ines });
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    bodies.push(sentBody(init));
    return answer();
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

const open = async (options: Parameters<typeof renderEntry>[1] = {}) => {
  const { left } = renderEntry(LoginPage, options);
  await screen.findByText('Welcome back');
  return left;
};
const fill = async () => {
  await userEvent.type(screen.getByLabelText('Email'), ines.email);
  await userEvent.type(screen.getByLabelText('Password'), 'double-entry');
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('an empty login field shows an error at the field and in a toast, and sends nothing', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('Email'), ines.email);
  await press('Sign In');
  expect(await screen.findByText('Please fill in all fields')).toBeDefined();
  expect(screen.getByText('Enter your password')).toBeDefined();
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBeNull();
  expect(bodies).toEqual([]);
});

// Rules: sign-in-28, api-6
test('a successful login stores token and user and opens the dashboard', async () => {
  const left = await open();
  await fill();
  await userEvent.click(screen.getByLabelText('Remember me'));
  await press('Sign In');
  await waitFor(() => expect(left).toEqual(['/dashboard']));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Signing in...' }).disabled).toBe(true);
  act(showPendingToast); // The next page shows the toast.
  expect(await screen.findByText('Welcome back!')).toBeDefined();
  expect(bodies).toEqual([{ email: ines.email, password: 'double-entry', remember: true }]);
  expect(localStorage.getItem('token')).toBe('a-token');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(ines);
});

// Rules: sign-in-5
test('a failed login shows the specified message instead of the server message and stays on the page', async () => {
  answer = () =>
    Response.json({ detail: 'Wrong password.', code: 'bad_credentials', request_id: '1' }, { status: 400 });
  await open();
  await fill();
  await press('Sign In');
  expect(await screen.findByText('Login failed. Please try again.')).toBeDefined();
  expect(screen.queryByText('Wrong password.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeDefined();
  expect(localStorage.getItem('token')).toBeNull();
});

test('a rate-limited login shows "Too many attempts" at the password field', async () => {
  answer = () => Response.json({ detail: 'Many.', code: 'too_many_requests', request_id: '1' }, { status: 429 });
  await open();
  await fill();
  await press('Sign In');
  expect(await screen.findByText('Login failed. Please try again.')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe('Too many attempts. Wait a moment');
});

// Rules: sign-in-5
test('the Sign In button is busy until the server answers', async () => {
  const waiting = Promise.withResolvers<Response>();
  answer = () => waiting.promise;
  await open();
  await fill();
  await press('Sign In');
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Signing in...' });
  expect(button.disabled).toBe(true);
  waiting.reject(new TypeError('no network'));
  expect(await screen.findByText('Login failed. Please try again.')).toBeDefined();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign In' })).toBeDefined());
});

test('the login page offers the demo account only if the server has one', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Try the demo account' })).toBeNull();
  cleanup();
  document.head.innerHTML = '<meta name="florin-demo" content="on">';
  const left = await open();
  await press('Try the demo account');
  await waitFor(() => expect(left).toEqual(['/dashboard']));
  expect(bodies).toEqual([{ ...demoLogin, remember: false }]);
});

test('the login page offers a passkey only in a browser that supports passkeys', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  cleanup();
  vi.stubGlobal('PublicKeyCredential', class {});
  await open();
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeDefined();
});

const asks = () =>
  Response.json({ detail: 'Enter the code.', code: 'second_factor_required', request_id: '1' }, { status: 403 });
const reachSecondStep = async () => {
  answer = asks;
  const left = await open({ back: '/pay/amara@florin.example?amount=25' });
  await fill();
  await userEvent.click(screen.getByLabelText('Remember me'));
  await press('Sign In');
  await screen.findByRole('heading', { name: 'Confirm it is you' });
  return left;
};
const credentials = { email: ines.email, password: 'double-entry', remember: true };

// Rules: sign-in-6
test('a login with a second factor asks for the code and sends it together with the password', async () => {
  const left = await reachSecondStep();
  expect(screen.queryByText('Login failed. Please try again.')).toBeNull();
  expect(localStorage.length).toBe(0);
  answer = () => Response.json({ token: 'a-token', user: ines });
  await userEvent.click(screen.getByLabelText('Six-digit code'));
  await userEvent.paste(' 902 174 ');
  await waitFor(() => expect(left).toEqual(['/pay/amara@florin.example?amount=25']));
  expect(bodies).toEqual([credentials, { ...credentials, code: '902174' }]);
});

test('a wrong code shows the specified toast, and the reason and the remaining tries at the field', async () => {
  const left = await reachSecondStep();
  const detail = 'This code is not right, or was used already. 3 tries left.';
  answer = () => Response.json({ detail, code: 'second_factor_wrong', request_id: '1' }, { status: 422 });
  await userEvent.type(screen.getByLabelText('Six-digit code'), '000000');
  expect(await screen.findByText('Login failed. Please try again.')).toBeDefined();
  expect(screen.getByLabelText('Six-digit code').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(detail)).toBeDefined();
  answer = () => Response.json({ token: 'a-token', user: ines });
  await userEvent.type(screen.getByLabelText('Six-digit code'), '902174');
  await waitFor(() => expect(left).toEqual(['/pay/amara@florin.example?amount=25']));
});

test('the login page submits a six-digit code automatically and ignores digits of other scripts', async () => {
  const left = await reachSecondStep();
  answer = () => Response.json({ token: 'a-token', user: ines });
  const field = screen.getByLabelText<HTMLInputElement>('Six-digit code');
  expect(field.autocomplete).toBe('one-time-code');
  await userEvent.click(field);
  await userEvent.paste('٩٠٢١٧٤');
  expect(field.value).toBe('');
  await userEvent.type(field, '90217');
  expect(bodies).toHaveLength(1);
  await userEvent.type(field, '4');
  await waitFor(() => expect(left).toHaveLength(1));
  expect(bodies).toEqual([credentials, { ...credentials, code: '902174' }]);
});

// Rules: identity-5
test('a member who has only a passkey can sign in with it or with a recovery code', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const factors = ['passkey', 'recovery_code'];
  const code = 'second_factor_required';
  answer = () => Response.json({ detail: 'Use your passkey.', code, request_id: '1', factors }, { status: 403 });
  const left = await open();
  await fill();
  await press('Sign In');
  await screen.findByRole('heading', { name: 'Confirm it is you' });
  expect(screen.getByText('Use the passkey you created for Florin.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeDefined();
  expect(screen.queryByLabelText('Six-digit code')).toBeNull();
  answer = () => Response.json({ token: 'a-token', user: ines });
  await press('Use a recovery code');
  expect(screen.queryByRole('button', { name: 'Use the authenticator app' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Recovery code'), '7q2k-90xd-m4tc-1zp8{Enter}');
  await waitFor(() => expect(left).toEqual(['/dashboard']));
});

test('a recovery code works as the second factor', async () => {
  const left = await reachSecondStep();
  answer = () => Response.json({ token: 'a-token', user: ines });
  await press('Use a recovery code');
  await userEvent.type(screen.getByLabelText('Recovery code'), '7q2k-90xd-m4tc-1zp8{Enter}');
  await waitFor(() => expect(left).toEqual(['/pay/amara@florin.example?amount=25']));
  expect(bodies.at(-1)).toEqual({ ...credentials, code: '7q2k-90xd-m4tc-1zp8' });
});

test('Back from the code step returns to the filled login form', async () => {
  await reachSecondStep();
  await press('Back');
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(ines.email);
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('double-entry');
});

// Rules: sign-in-7
test('the login page links to Forgot password, and Remember me is off', async () => {
  await open();
  expect(screen.getByLabelText('Email')).toHaveProperty('type', 'email');
  expect(screen.getByLabelText('Remember me')).toHaveProperty('checked', false);
  expect(screen.getByRole('link', { name: 'Forgot password' }).getAttribute('href')).toBe('/forgot-password');
});

test('the login page fills in the email of a sign-up if it already has an account', async () => {
  await open({ email: 'ines@florin.example' });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ines@florin.example');
});

test('the link to the sign-up keeps the return path', async () => {
  await open({ back: '/pay/amara@florin.example?amount=25' });
  const link = screen.getByRole('link', { name: 'Create an account' });
  expect(link.getAttribute('href')).toBe('/signup?back=%2Fpay%2Famara%40florin.example%3Famount%3D25');
});
