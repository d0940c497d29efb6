import { createClient, type Arguments, type Endpoint, type Page } from '@florin/contract';
import { loginPathFrom } from '../paths.ts';
import { overNetwork } from './network.ts';
import { notingVersions } from './opening.ts';
import type { AnswerRead } from './read/answers.ts';
import { readAnswer } from './read/read-answer.ts';
import { withStepUp, type Send } from './step-up.ts';
import { forgetStoredSession, storedToken } from './stored-session.ts';
import { notingUnconfirmed } from './unconfirmed.ts';
import { keepPageAsTyped } from './use-typed-state.ts';

let endHere: () => void = forgetStoredSession;

/** How a session ends on a page that needs none, and so is not left. */
export function whenSessionRunsOut(end: () => void) {
  endHere = end;
}

export type Api = {
  call<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<AnswerRead<E>>;
  /** What answers with a stream: a file, or events. */
  open<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<Response>;
  page<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<Page<AnswerRead<E>>>;
};

/**
 * The calls to our own server. A 401 to a call with a token ends the session by a full load of the login page, but on a
 * page that needs no session.
 */
export const connect = (leaveFor: (path: string) => void, send: Send = overNetwork): Api =>
  createClient({
    origin: '',
    fetch: notingVersions(notingUnconfirmed(withStepUp(send))),
    token: storedToken,
    readAnswer,
    onSessionEnded: () => {
      const way = loginPathFrom(location);
      if (way === undefined) return endHere();
      keepPageAsTyped(location);
      forgetStoredSession();
      leaveFor(way);
    },
  }) as Api;

export const leave = (path: string) => location.assign(path);

export const api = connect(leave);
