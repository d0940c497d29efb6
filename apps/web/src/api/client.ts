import { createClient, type Arguments, type Endpoint, type Page } from '@florin/contract';
import { loginPathFrom } from '../paths.ts';
import { overNetwork } from './network.ts';
import { recordingVersions } from './opening.ts';
import type { AnswerRead } from './read/answers.ts';
import { readAnswer } from './read/read-answer.ts';
import { withStepUp, type Send } from './step-up.ts';
import { forgetStoredSession, storedToken } from './stored-session.ts';
import { reportingUnconfirmed } from './unconfirmed.ts';
import { savePageWithInput } from './use-typed-state.ts';

let endHere: () => void = forgetStoredSession;

/** Sets the handler for a session that expires on a page without a session requirement. */
export function onSessionExpired(end: () => void) {
  endHere = end;
}

export type Api = {
  call<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<AnswerRead<E>>;
  /** For responses that are streams: files or events. */
  open<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<Response>;
  page<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<Page<AnswerRead<E>>>;
};

/**
 * Creates the client for our server. A 401 to a call with a token ends the session and loads the login page. A page
 * that needs no session stays open.
 */
export const connect = (leaveFor: (path: string) => void, send: Send = overNetwork): Api =>
  createClient({
    origin: '',
    fetch: recordingVersions(reportingUnconfirmed(withStepUp(send))),
    token: storedToken,
    readAnswer,
    onSessionEnded: () => {
      const loginPath = loginPathFrom(location);
      if (loginPath === undefined) return endHere();
      savePageWithInput(location);
      forgetStoredSession();
      leaveFor(loginPath);
    },
  }) as Api;

export const leave = (path: string) => location.assign(path);

export const api = connect(leave);
