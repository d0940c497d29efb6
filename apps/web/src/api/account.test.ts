import { endpoints } from '@florin/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acme } from '../../test/acme.ts';
import { ines } from '../../test/ines.ts';

// Each document has separate modules, as in a browser: `openDocument` loads the modules again at another address.

const sent: { url: string; account: string | null; authorization: string | null }[] = [];
let answer: (url: string) => Response = () => Response.json([]);

beforeEach(() => {
  sent.length = 0;
  answer = () => Response.json([]);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    sent.push({ url, account: headers.get('florin-account'), authorization: headers.get('authorization') });
    return answer(url);
  });
});
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  globalThis.florinFirstAnswers = undefined;
  history.replaceState(null, '', '/');
});

async function openDocument(path: string) {
  history.replaceState(null, '', path);
  vi.resetModules();
  return {
    account: await import('./account.ts'),
    attempts: await import('./attempt-store.ts'),
    client: await import('./client.ts'),
    first: await import('./first-answers.ts'),
    lastSeen: await import('./last-seen-store.ts'),
    lost: await import('./lost-access.ts'),
    requested: await import('./requested-page.ts'),
    session: await import('./session.ts'),
    stored: await import('./stored-session.ts'),
    contract: (await import('@florin/contract')).endpoints,
  };
}

const figures = (amount: string) => [{ queryKey: ['wallets'], data: amount, at: Date.now() }];
const entries = (storage: Storage): Record<string, string> => Object.fromEntries(Object.entries(storage));
const everything = () => JSON.stringify([entries(localStorage), entries(sessionStorage)]);

/** Ines has seen her own balance and that of her bakery in this tab. */
async function seeBoth() {
  const own = await openDocument('/dashboard');
  own.stored.storeSession({ token: 'a-token', user: ines, remembered: true });
  own.lastSeen.storeLastSeen(ines.id, figures('102.00'), true);
  own.attempts.storeKey('digest', 'own key');
  const bakery = await openDocument('/b/acme/dashboard');
  bakery.stored.storeUser(acme);
  bakery.lastSeen.storeLastSeen(acme.id, figures('5000.00'), true);
  bakery.attempts.storeKey('digest', 'bakery key');
  return bakery;
}

test('a personal account and a business have different storage keys', async () => {
  await seeBoth();
  expect(Object.keys(entries(localStorage)).toSorted()).toEqual([
    'florin-last-seen',
    'florin-last-seen@acme',
    'florin-remembered',
    'token',
    'user',
    'user@acme',
  ]);
  expect(Object.keys(entries(sessionStorage))).toEqual(
    expect.arrayContaining(['florin-attempts', 'florin-attempts@acme']),
  );
});

test('each document reads only the user, balances and payment keys of its account', async () => {
  const bakery = await seeBoth();
  expect(bakery.stored.storedUser()).toEqual(acme);
  expect(bakery.lastSeen.loadLastSeen(acme.id, true)).toMatchObject([{ data: '5000.00' }]);
  expect(bakery.attempts.storedKey('digest')).toBe('bakery key');
  const own = await openDocument('/dashboard');
  expect(own.stored.storedUser()).toEqual(ines);
  expect(own.lastSeen.loadLastSeen(ines.id, true)).toMatchObject([{ data: '102.00' }]);
  expect(own.attempts.storedKey('digest')).toBe('own key');
  const other = await openDocument('/b/other/dashboard');
  expect(other.stored.storedUser()).toBeNull();
  expect(other.lastSeen.loadLastSeen(ines.id, true)).toEqual([]);
  expect(other.attempts.storedKey('digest')).toBeUndefined();
});

test('signing out of a business deletes everything of all accounts', async () => {
  const bakery = await seeBoth();
  bakery.stored.forgetStoredSession();
  expect(everything()).not.toMatch(/5000|102\.00|Acme|Ines|key/);
});

test('signing in as another person deletes the businesses of the previous person', async () => {
  await seeBoth();
  const { stored } = await openDocument('/login');
  stored.storeSession({ token: 'other', user: { ...ines, id: '2', name: 'Jonas Weber' } });
  expect(everything()).not.toMatch(/5000|Acme|Ines|key/);
});

test('calls in a business name the business, except calls of the person and the shared prices', async () => {
  const { client, stored, contract } = await openDocument('/b/acme/send');
  localStorage.setItem('token', 'a-token');
  stored.storeUser(acme);
  await client.api.call(contract.listWallets);
  await client.api.call(contract.listBusinesses);
  await client.personApi.open(contract.streamPrices, { query: { symbols: 'BTC' } });
  expect(sent.map(({ url, account }) => [url.split('?')[0], account])).toEqual([
    ['/api/wallets', 'acme'],
    ['/api/businesses', null],
    ['/api/crypto/prices', null],
  ]);
});

test('calls of a personal account name no business', async () => {
  const { client, contract } = await openDocument('/send');
  localStorage.setItem('token', 'a-token');
  await client.api.call(contract.listWallets);
  expect(sent).toEqual([{ url: '/api/wallets', account: null, authorization: 'Bearer a-token' }]);
});

test('the first balance of a business is requested for the business', async () => {
  const { first } = await openDocument('/b/acme/dashboard');
  await first.requestFirst(['/api/wallets'], 'a-token');
  expect(sent[0]).toMatchObject({ url: '/api/wallets', account: 'acme' });
});

test('the tabs of two accounts share no event channel', async () => {
  const { account: own } = await openDocument('/dashboard');
  const { account: bakery } = await openDocument('/b/acme/dashboard');
  expect(own.accountKey('florin changes x')).toBe('florin changes x');
  expect(bakery.accountKey('florin changes x')).toBe('florin changes x@acme');
});

test('a person removed from a business keeps the session and loses only the data of the business', async () => {
  const { client, lost, session, contract } = await seeBoth();
  const queryClient = new QueryClient();
  answer = () => Response.json({ code: 'business_not_found', detail: 'No access.', request_id: 'r' }, { status: 404 });
  const heard = vi.fn<() => void>();
  lost.subscribeToLostAccess(heard);
  await session.startSession(queryClient, () => undefined);
  await expect(client.api.call(contract.listWallets)).rejects.toThrow('No access.');
  expect(lost.lostAccess()).toEqual({ name: 'Acme Bakery' });
  expect(heard).toHaveBeenCalledOnce();
  expect(session.currentUser(queryClient)).toBeNull();
  expect(everything()).not.toMatch(/5000|Acme|bakery key/);
  const own = await openDocument('/dashboard');
  expect(own.stored.storedUser()).toEqual(ines);
  expect(own.lastSeen.loadLastSeen(ines.id, true)).toMatchObject([{ data: '102.00' }]);
});

test('the first visit to a business asks the server for its name', async () => {
  const { session } = await openDocument('/b/acme/dashboard');
  localStorage.setItem('token', 'a-token');
  localStorage.setItem('user', JSON.stringify(ines));
  answer = (url) => Response.json(url === '/api/auth/me' ? acme : []);
  const queryClient = new QueryClient();
  await session.startSession(queryClient, () => undefined);
  expect(session.currentUser(queryClient)?.name).toBe('Acme Bakery');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(ines);
});

test('form input of an expired session returns only on the same page of the same account', async () => {
  const bakery = await seeBoth();
  history.replaceState(null, '', '/b/acme/send');
  bakery.requested.saveRequestedPage('/b/acme/send', { amount: '700' });
  const own = await openDocument('/send');
  expect(own.requested.savedInput('amount')).toBeUndefined();
  expect(own.requested.requestedPageOf(ines)).toBe('/b/acme/send');
  const again = await openDocument('/b/acme/send');
  expect(again.requested.savedInput('amount')).toBe('700');
});

test('the contract marks the calls that are made as the person', () => {
  const isOfPerson = (name: keyof typeof endpoints) => 'ofPerson' in endpoints[name];
  expect((['stepUp', 'stepUpByPasskey', 'getSecurity', 'login'] as const).every(isOfPerson)).toBe(true);
  expect((['me', 'logout', 'sendMoney', 'getBusiness', 'addPaymentMethod'] as const).some(isOfPerson)).toBe(false);
});
