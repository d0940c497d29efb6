import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { createQueryClient } from './query-client.ts';
import { isReached, watchReach } from './reach.ts';
import { currentUser, startSession } from './session.ts';
import { storeSession } from './stored-session.ts';

let answer: (url: string) => Response;

beforeAll(watchReach);
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => answer(url));
  storeSession({ token: 'a-token', user: ines });
});
afterEach(async () => {
  answer = () => Response.json({});
  await isReached();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const nothing = () => {
  throw new TypeError('Failed to fetch');
};
const start = async () => {
  const queryClient = createQueryClient();
  await startSession(queryClient, () => undefined);
  return queryClient;
};

// Rules: sign-in-17
test('the stored user stays while the server is unreachable, and is checked on reconnect', async () => {
  answer = nothing;
  const queryClient = await start();
  expect(currentUser(queryClient)?.email).toBe(ines.email);
  expect(onlineManager.isOnline()).toBe(false);

  answer = (url) => Response.json(url === '/api/auth/me' ? { ...ines, name: 'Ines A.' } : {});
  await isReached();
  await vi.waitFor(() => expect(currentUser(queryClient)?.name).toBe('Ines A.'));
});

test('a session that expired offline ends on reconnect', async () => {
  answer = nothing;
  const queryClient = await start();
  answer = (url) =>
    url === '/api/auth/me'
      ? Response.json({ code: 'not_allowed', detail: 'Not allowed.', request_id: 'r' }, { status: 403 })
      : Response.json({});
  await isReached();
  await vi.waitFor(() => expect(currentUser(queryClient)).toBeNull());
  expect(localStorage.getItem('token')).toBeNull();
});

test('any failed user check ends the session while the server is reachable', async () => {
  answer = (url) => (url === '/healthz' ? Response.json({}) : nothing());
  expect(currentUser(await start())).toBeNull();
});
