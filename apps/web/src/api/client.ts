import { createClient, type Arguments, type CallOptions, type Endpoint, type Page } from '@florin/contract';
import { loginPathFrom } from '../paths.ts';
import { account, accountHeaders } from './account.ts';
import { reportingLostAccess } from './lost-access.ts';
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

type Call<Answer> = (endpoint: Endpoint, input?: unknown, options?: CallOptions) => Promise<Answer>;
/**
 * Calls of the person have a mark (build/endpoints-as-data.ts). The server rejects such a call if the call names a
 * business.
 */
type Marked = Endpoint & { readonly ofPerson?: true };

/** Names the business in each call for this business. */
const acting =
  <Answer>(call: Call<Answer>): Call<Answer> =>
  (endpoint: Marked, input, options = {}) =>
    call(
      endpoint,
      input,
      endpoint.ofPerson ? options : { ...options, headers: { ...options.headers, ...accountHeaders } },
    );

/** Creates the client for the account of this document. */
export function connect(leaveFor: (path: string) => void, send: Send = overNetwork): Api {
  const client = connectPerson(leaveFor, send);
  if (account === undefined) return client;
  const { call, open, page } = client as Record<keyof Api, Call<unknown>>;
  return { call: acting(call), open: acting(open), page: acting(page) } as Api;
}

/**
 * Creates the client for the person's own account. A 401 to a call with a token ends the session and loads the login page. A page
 * that needs no session stays open.
 */
const connectPerson = (leaveFor: (path: string) => void, send: Send): Api =>
  createClient({
    origin: '',
    fetch: recordingVersions(reportingLostAccess(reportingUnconfirmed(withStepUp(send)))),
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

/** The client for the person's calls that do not depend on the account. */
export const personApi = connectPerson(leave, overNetwork);
