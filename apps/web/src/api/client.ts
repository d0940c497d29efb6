import { createClient, type Client } from '@florin/contract';
import { forgetStoredSession, storedToken } from './stored-session.ts';

/** The calls to our own server. A 401 to a call with a token ends the session by a full load of the login page. */
export const connect = (leaveFor: (path: string) => void): Client =>
  createClient({
    origin: '',
    fetch: (url, init) => fetch(url, init),
    token: storedToken,
    onSessionEnded: () => {
      forgetStoredSession();
      leaveFor('/login');
    },
  });

export const api = connect((path) => location.assign(path));
