import { CallRefused, endpoints } from '@florin/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { connect, onSessionExpired } from './client.ts';
import { storeSession } from './stored-session.ts';

const left: string[] = [];
const api = connect((path) => left.push(path));

beforeEach(() => {
  history.replaceState(null, '', '/dashboard');
  left.length = 0;
  vi.stubGlobal('fetch', async () =>
    Response.json({ detail: 'Please sign in.', code: 'not_signed_in', request_id: '1' }, { status: 401 }),
  );
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

// Rules: sign-in-18
test('a 401 to a call with a token deletes token and user and loads the login page once', async () => {
  storeSession({ token: 'a-token', user: ines });
  const calls = [api.call(endpoints.listWallets), api.call(endpoints.me)];
  await Promise.all(calls.map((call) => expect(call).rejects.toBeInstanceOf(CallRefused)));
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
  expect(left).toEqual(['/login']);
});

// Rules: sign-in-19
test('a 401 on a payment page loads the login page with the payment as back link', async () => {
  history.replaceState(null, '', '/pay/ines@florin.example?amount=64');
  storeSession({ token: 'a-token', user: ines });
  await expect(api.call(endpoints.me)).rejects.toBeInstanceOf(CallRefused);
  expect(left).toEqual(['/login?back=%2Fpay%2Fines%40florin.example%3Famount%3D64']);
});

test('a 401 on a page without a session requirement does not navigate', async () => {
  history.replaceState(null, '', '/confirm-email');
  storeSession({ token: 'a-token', user: ines });
  const ended = vi.fn<() => void>();
  onSessionExpired(ended);
  await expect(api.call(endpoints.me)).rejects.toBeInstanceOf(CallRefused);
  expect(ended).toHaveBeenCalledOnce();
  expect(left).toEqual([]);
});

// Rules: sign-in-21
test('a 401 to a call without a token does not navigate', async () => {
  const call = api.call(endpoints.login, { body: { email: ines.email, password: 'wrong' } });
  await expect(call).rejects.toBeInstanceOf(CallRefused);
  expect(left).toEqual([]);
});
