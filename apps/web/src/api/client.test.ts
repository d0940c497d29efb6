import { CallRefused, endpoints } from '@florin/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { connect } from './client.ts';
import { storeSession } from './stored-session.ts';

const left: string[] = [];
const api = connect((path) => left.push(path));

beforeEach(() => {
  left.length = 0;
  vi.stubGlobal('fetch', async () =>
    Response.json({ detail: 'Please sign in.', code: 'not_signed_in', request_id: '1' }, { status: 401 }),
  );
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('a 401 to a call with a token removes token and user and loads the login page, once', async () => {
  storeSession({ token: 'a-token', user: ines });
  const calls = [api.call(endpoints.listWallets), api.call(endpoints.me)];
  await Promise.all(calls.map((call) => expect(call).rejects.toBeInstanceOf(CallRefused)));
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
  expect(left).toEqual(['/login']);
});

test('a 401 to a call without a token leaves everything where it is', async () => {
  const call = api.call(endpoints.login, { body: { email: ines.email, password: 'wrong' } });
  await expect(call).rejects.toBeInstanceOf(CallRefused);
  expect(left).toEqual([]);
});
