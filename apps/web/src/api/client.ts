import { createClient, type Client } from '@florin/contract';
import { overNetwork } from './network.ts';
import { notingVersions } from './opening.ts';
import { withStepUp, type Send } from './step-up.ts';
import { forgetStoredSession, storedToken } from './stored-session.ts';

/** The calls to our own server. A 401 to a call with a token ends the session by a full load of the login page. */
export const connect = (leaveFor: (path: string) => void, send: Send = overNetwork): Client =>
  createClient({
    origin: '',
    fetch: notingVersions(withStepUp(send)),
    token: storedToken,
    onSessionEnded: () => {
      forgetStoredSession();
      leaveFor('/login');
    },
  });

export const leave = (path: string) => location.assign(path);

export const api = connect(leave);
