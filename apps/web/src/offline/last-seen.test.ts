import { onlineManager, type QueryClient } from '@tanstack/react-query';
import type { User } from '@florin/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { walletOf } from '../../test/wallet-of.ts';
import { createQueryClient } from '../api/query-client.ts';
import { contactsQuery, meQuery, walletsQuery } from '../api/queries.ts';
import { endSession } from '../api/session.ts';
import { storeSession } from '../api/stored-session.ts';
import { rememberLastSeen } from './last-seen.ts';

const wallets = [walletOf('USD', '1494.00')];
const noon = new Date('2025-10-24T12:00:00');
const hourMs = 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  onlineManager.setOnline(true);
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
});

/** A page of whoever is signed in. */
function openPage(user: User = ines): QueryClient {
  const queryClient = createQueryClient();
  queryClient.setQueryData(meQuery.queryKey, user);
  rememberLastSeen(queryClient);
  return queryClient;
}

function signIn({ remembered = true, user = ines } = {}) {
  storeSession({ token: 'a-token', user, remembered });
}

/** They see their balances, and leave. */
async function seeBalances() {
  const page = openPage();
  page.setQueryData(walletsQuery.queryKey, wallets);
  page.setQueryData(contactsQuery.queryKey, []);
  await vi.advanceTimersByTimeAsync(1_000);
  page.clear();
}

const shownOffline = (user: User = ines) => {
  const page = openPage(user);
  onlineManager.setOnline(false);
  return page;
};
const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);

test('balances are shown again without a server, with the time at which they were seen', async () => {
  signIn();
  await seeBalances();
  vi.advanceTimersByTime(20 * hourMs);
  const page = shownOffline();
  expect(page.getQueryData(walletsQuery.queryKey)).toEqual(wallets);
  expect(page.getQueryState(walletsQuery.queryKey)?.dataUpdatedAt).toBe(noon.getTime());
});

test('they are not shown where the server is there', async () => {
  signIn();
  await seeBalances();
  expect(openPage().getQueryData(walletsQuery.queryKey)).toBeUndefined();
});

test('what is newer on the page stays', async () => {
  signIn();
  await seeBalances();
  const page = openPage();
  const newer = [walletOf('USD', '1.00')];
  page.setQueryData(walletsQuery.queryKey, newer);
  onlineManager.setOnline(false);
  expect(page.getQueryData(walletsQuery.queryKey)).toEqual(newer);
});

test('only what the dashboard shows of money is kept', async () => {
  signIn();
  await seeBalances();
  expect(stored()).toContain('1494.00');
  expect(stored()).not.toContain('contacts');
});

test('of a member who is not remembered nothing outlives the tab, nor twelve hours', async () => {
  signIn({ remembered: false });
  await seeBalances();
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('1494.00');
  expect(shownOffline().getQueryData(walletsQuery.queryKey)).toEqual(wallets);
  onlineManager.setOnline(true);
  vi.advanceTimersByTime(12 * hourMs);
  expect(shownOffline().getQueryData(walletsQuery.queryKey)).toBeUndefined();
  expect(stored()).not.toContain('1494.00');
});

test('thirty days later it is forgotten', async () => {
  signIn();
  await seeBalances();
  vi.advanceTimersByTime(30 * 24 * hourMs);
  expect(shownOffline().getQueryData(walletsQuery.queryKey)).toBeUndefined();
  expect(stored()).not.toContain('1494.00');
});

test('the end of the session takes it along, and what comes late is not kept', async () => {
  signIn();
  await seeBalances();
  const page = openPage();
  page.setQueryData(walletsQuery.queryKey, wallets);
  endSession(page);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stored()).not.toContain('1494.00');
});

test('another member finds nothing of it', async () => {
  signIn();
  await seeBalances();
  const jonas = { ...ines, id: 'someone-else' };
  expect(shownOffline(jonas).getQueryData(walletsQuery.queryKey)).toBeUndefined();
  expect(stored()).not.toContain('1494.00');
});

test('signing in begins with nothing', async () => {
  signIn();
  await seeBalances();
  signIn();
  expect(stored()).not.toContain('1494.00');
});

test('what another version has left in another shape is not read', async () => {
  signIn();
  localStorage.setItem('florin-last-seen', '{"shape":0,"userId":"1","answers":[]}');
  shownOffline();
  expect(localStorage.getItem('florin-last-seen')).toBeNull();
});
