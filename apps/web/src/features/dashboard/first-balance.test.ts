import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { takeFirst } from '../../api/first-answers.ts';
import { storeSession } from '../../api/stored-session.ts';
import { storeBalancesHidden } from './balance-privacy.ts';
import { paintFirstBalance } from './first-balance.ts';

const wallets = [
  { currency: 'EUR', available_exact: '7.00' },
  { currency: 'USD', available_exact: '1204.35' },
];
const holdings = [{ value_exact: '0.65' }, { value_exact: '95.00' }];
const call = { method: 'GET', headers: { authorization: 'Bearer a-token' } };
const figure = () => document.querySelector('.figure-hero')?.textContent;

beforeEach(() => {
  document.body.innerHTML =
    '<div class="frame"><div class="dashboard" hidden><h1></h1><p class="figure-hero"></p></div></div>';
  storeSession({ token: 'a-token', user: ines });
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => Response.json(url === '/api/wallets' ? wallets : holdings)),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  document.body.replaceChildren();
});

test('the first balance shows US dollars plus coins', async () => {
  await paintFirstBalance();
  expect(figure()).toBe('$1,300.00');
  expect(document.querySelector('h1')?.textContent).toBe(`Welcome back, ${ines.name}`);
  expect(document.querySelector('.dashboard[hidden]')).toBeNull();
});

test('the app gets each first answer once', async () => {
  await paintFirstBalance();
  expect(await (await takeFirst('/api/wallets', call))?.json()).toEqual(wallets);
  expect(await takeFirst('/api/wallets', call)).toBeUndefined();
});

test.each([
  ['a command', { ...call, method: 'POST' }],
  ['a call of another session', { headers: { authorization: 'Bearer another-token' } }],
  ['a call without a session', {}],
])('the app gets no first answer after %s', async (_, other) => {
  await paintFirstBalance();
  expect(await takeFirst('/api/anything', other)).toBeUndefined();
  expect(await takeFirst('/api/wallets', call)).toBeUndefined();
});

test('the app ignores a failed first answer', async () => {
  vi.mocked(fetch).mockResolvedValue(Response.json({}, { status: 503 }));
  await expect(paintFirstBalance()).rejects.toThrow(TypeError);
  expect(await takeFirst('/api/wallets', call)).toBeUndefined();
  expect(document.querySelector('.dashboard[hidden]')).not.toBeNull();
});

test.each<[string, () => void]>([
  ['hidden balances', () => storeBalancesHidden(true)],
  ['visitors', () => localStorage.clear()],
  ['unconfirmed members', () => storeSession({ token: 'a-token', user: { ...ines, email_confirmed: false } })],
])('requests and shows nothing for %s', async (_, prepare) => {
  prepare();
  await paintFirstBalance();
  expect(fetch).not.toHaveBeenCalled();
  expect(figure()).toBe('');
});
