import { onlineManager } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines as inesOfBooks, sampleBooks } from '../../../../../packages/verify/test/sample-books.ts';
import { ines } from '../../../test/ines.ts';
import { startPageWorkers } from '../../../test/proof-worker.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { walletOf } from '../../../test/wallet-of.ts';
import { VerifiedLine } from '../../features/dashboard/verified-line.tsx';
import { meQuery } from '../queries.ts';
import { endSession } from '../session.ts';
import { storeSession } from '../stored-session.ts';
import { lastOutcome, storeOutcome } from './proof-store.ts';
import { watchOwnProof } from './watch-own-proof.ts';

const user = { ...ines, email: inesOfBooks.email };
const proof = sampleBooks().proofOf(inesOfBooks);
let calls: string[];
let answer: () => Response;

beforeEach(() => {
  calls = [];
  answer = () => Response.json(proof);
  startPageWorkers();
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    return url === '/api/wallets' ? Response.json([walletOf('USD', '1230.00')]) : answer();
  });
  storeSession({ token: 'a-token', user });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens the app. The line of the dashboard represents all screens of the app. */
function visit() {
  const shown = renderScreen(VerifiedLine, { at: '/dashboard' });
  shown.queryClient.setQueryData(meQuery.queryKey, user);
  watchOwnProof(shown.queryClient);
  return shown;
}

test('the proof check runs automatically, and the dashboard links to the proof', async () => {
  visit();
  const line = await screen.findByRole('link', { name: 'Verified just now' });
  expect(line.getAttribute('href')).toBe('/profile/proof');
});

test('a failed proof check shows a warning on the dashboard', async () => {
  answer = () => Response.json({ ...proof, statement: null });
  visit();
  expect(await screen.findByRole('link', { name: 'Your balance could not be verified' })).toBeDefined();
});

test('the dashboard says that a proof check got no answer', async () => {
  answer = () => Response.json({ code: 'proof_not_ready', detail: 'Soon.', request_id: 'r' }, { status: 409 });
  visit();
  await waitFor(() => expect(calls).toContain('/api/proof'));
  expect(await screen.findByRole('link', { name: 'Not verified yet' })).toBeDefined();
});

test('the dashboard of a server without proofs has no proof line', async () => {
  answer = () => new Response(null, { status: 404 });
  visit();
  await waitFor(() => expect(calls).toContain('/api/proof'));
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
});

test('the proof check does not run within 10 minutes of a check in any tab', async () => {
  storeOutcome({ userId: user.id, at: Date.now() - 9 * 60_000, ok: true });
  visit();
  expect(await screen.findByRole('link', { name: 'Verified 9 minutes ago' })).toBeDefined();
  expect(calls).toEqual([]);
  storeOutcome({ userId: user.id, at: Date.now() - 11 * 60_000, ok: true });
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(calls).toContain('/api/proof'));
});

test('proofs are not checked while offline or signed out', async () => {
  const warned = vi.spyOn(console, 'error');
  onlineManager.setOnline(false);
  const { queryClient } = visit();
  expect(await screen.findByRole('link', { name: 'Not verified yet' })).toBeDefined();
  endSession(queryClient);
  onlineManager.setOnline(true);
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  expect(calls).toEqual([]);
  expect(warned, 'no state is set during a render').not.toHaveBeenCalled();
});

test('the outcome of the proof check is deleted with the session', () => {
  storeOutcome({ userId: user.id, at: Date.now(), ok: true });
  const { queryClient } = visit();
  endSession(queryClient);
  expect(lastOutcome(user.id)).toBeUndefined();
});
