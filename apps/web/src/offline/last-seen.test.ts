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

/** Opens a page for the signed-in user. */
function openPage(user: User = ines): QueryClient {
  const queryClient = createQueryClient();
  queryClient.setQueryData(meQuery.queryKey, user);
  rememberLastSeen(queryClient);
  return queryClient;
}

function signIn({ remembered = true, user = ines } = {}) {
  storeSession({ token: 'a-token', user, remembered });
}

/** Shows the balances and closes the page. */
async function seeBalances() {
  const page = openPage();
  page.setQueryData(walletsQuery.queryKey, wallets);
  page.setQueryData(contactsQuery.queryKey, []);
  await vi.advanceTimersByTimeAsync(1_000);
  page.clear();
}

const openOffline = (user: User = ines) => {
  const page = openPage(user);
  onlineManager.setOnline(false);
  return page;
};
const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);

test('offline pages show the last balances with the time of their load', async () => {
  signIn();
  await seeBalances();
  vi.advanceTimersByTime(20 * hourMs);
  const page = openOffline();
  expect(page.getQueryData(walletsQuery.queryKey)).toEqual(wallets);
  expect(page.getQueryState(walletsQuery.queryKey)?.dataUpdatedAt).toBe(noon.getTime());
});

test('online pages do not show stored balances', async () => {
  signIn();
  await seeBalances();
  expect(openPage().getQueryData(walletsQuery.queryKey)).toBeUndefined();
});

test('stored balances do not replace newer balances on the page', async () => {
  signIn();
  await seeBalances();
  const page = openPage();
  const newer = [walletOf('USD', '1.00')];
  page.setQueryData(walletsQuery.queryKey, newer);
  onlineManager.setOnline(false);
  expect(page.getQueryData(walletsQuery.queryKey)).toEqual(newer);
});

test('only the balances of the dashboard are stored', async () => {
  signIn();
  await seeBalances();
  expect(stored()).toContain('1494.00');
  expect(stored()).not.toContain('contacts');
});

test('stored balances without Remember me are deleted with the tab or after twelve hours', async () => {
  signIn({ remembered: false });
  await seeBalances();
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('1494.00');
  expect(openOffline().getQueryData(walletsQuery.queryKey)).toEqual(wallets);
  onlineManager.setOnline(true);
  vi.advanceTimersByTime(12 * hourMs);
  expect(openOffline().getQueryData(walletsQuery.queryKey)).toBeUndefined();
  expect(stored()).not.toContain('1494.00');
});

test('stored balances are deleted after thirty days', async () => {
  signIn();
  await seeBalances();
  vi.advanceTimersByTime(30 * 24 * hourMs);
  expect(openOffline().getQueryData(walletsQuery.queryKey)).toBeUndefined();
  expect(stored()).not.toContain('1494.00');
});

test('ending the session deletes stored balances and stops storing', async () => {
  signIn();
  await seeBalances();
  const page = openPage();
  page.setQueryData(walletsQuery.queryKey, wallets);
  endSession(page);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stored()).not.toContain('1494.00');
});

test('another user does not see stored balances, and the balances are deleted', async () => {
  signIn();
  await seeBalances();
  const jonas = { ...ines, id: 'someone-else' };
  expect(openOffline(jonas).getQueryData(walletsQuery.queryKey)).toBeUndefined();
  expect(stored()).not.toContain('1494.00');
});

test('signing in deletes stored balances', async () => {
  signIn();
  await seeBalances();
  signIn();
  expect(stored()).not.toContain('1494.00');
});

test('data stored by another app version is deleted', async () => {
  signIn();
  localStorage.setItem('florin-last-seen', '{"shape":0,"userId":"1","answers":[]}');
  openOffline();
  expect(localStorage.getItem('florin-last-seen')).toBeNull();
});
