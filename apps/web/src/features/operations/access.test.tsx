import type { User } from '@florin/contract';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { operator, startOperationsServer } from '../../../test/operations-server.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { startSession } from '../../api/session.ts';
import { storeSession } from '../../api/stored-session.ts';
import { App, startRouter } from '../../app.tsx';

let server: ReturnType<typeof startOperationsServer>;

beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** `stored` is the user in browser storage. `user` is the user on the server. */
function open(user: User, at = '/operations', stored = user) {
  storeSession({ token: 'a-token', user: stored });
  server.answers['GET /api/auth/me'] = () => Response.json(user);
  const queryClient = createQueryClient();
  void startSession(queryClient, () => undefined);
  const router = startRouter(queryClient, createMemoryHistory({ initialEntries: [at] }));
  render(<App queryClient={queryClient} router={router} />);
  return { path: () => router.state.location.pathname };
}

const operationsCalls = () => server.sent.filter(({ call }) => call.includes('/api/operations'));

test('the operations page has its own bar and the sandbox ribbon', async () => {
  open(operator);
  expect(await screen.findByRole('heading', { name: 'Operations', level: 1 })).toBeDefined();
  expect(screen.getByText('Sandbox: no real money')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Transactions' })).toBeNull();
  await waitFor(() => expect(document.title).toBe('Operations · Florin'));
});

test('/operations shows a not-found page to a member and does not call operations endpoints', async () => {
  open(ines);
  expect(await screen.findByText('Page not found')).toBeDefined();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined();
  await waitFor(() => expect(document.title).toBe('Page not found · Florin'));
  expect(operationsCalls()).toEqual([]);
});

test('a member who has become an operator since the last visit can open /operations', async () => {
  open(operator, '/operations', { ...operator, role: 'member' });
  expect(await screen.findByRole('heading', { name: 'Operations', level: 1 })).toBeDefined();
});

test('the account menu links to Operations only for operators', async () => {
  const { path } = open(operator, '/nowhere');
  await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Operations' }));
  await waitFor(() => expect(path()).toBe('/operations'));
  await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Dashboard' }));
  await waitFor(() => expect(path()).toBe('/dashboard'));
  cleanup();
  open(ines, '/nowhere');
  await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
  expect(await screen.findByRole('menuitem', { name: 'Profile' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Operations' })).toBeNull();
});
