import { accountHeaders } from './account.ts';

declare global {
  var florinFirstAnswers: FirstAnswers | undefined;
}

type FirstAnswers = { readonly authorization: string; readonly answers: Map<string, Promise<Response>> };

/** The app fetches older answers again. */
const maxAgeMs = 10_000;

/** Sends GET calls before the app has loaded. The app's first calls get the same answers (api/network.ts). */
export async function requestFirst(paths: readonly string[], token: string): Promise<unknown[]> {
  const authorization = `Bearer ${token}`;
  const headers = { authorization, 'florin-version': 'ask', ...accountHeaders };
  const answers = new Map(paths.map((path) => [path, fetch(path, { headers })]));
  globalThis.florinFirstAnswers = { authorization, answers };
  setTimeout(dropFirst, maxAgeMs);
  // The app reads the bodies too, so this reads copies.
  return Promise.all(Array.from(answers.values(), async (answer) => (await answer).clone().json()));
}

/**
 * Returns the answer of `requestFirst` to a call, once. Returns undefined if the answer failed or does not exist. A
 * command drops all answers, because the command can make the answers outdated. A call of another session also drops
 * all answers, because the answers may belong to another member.
 */
export async function takeFirst(url: string, { method = 'GET', headers }: RequestInit): Promise<Response | undefined> {
  const first = globalThis.florinFirstAnswers;
  if (!first) return undefined;
  if (method !== 'GET' || new Headers(headers).get('authorization') !== first.authorization) {
    dropFirst();
    return undefined;
  }
  const answer = first.answers.get(url);
  first.answers.delete(url);
  const response = await answer?.catch(() => undefined);
  return response?.ok ? response : undefined;
}

function dropFirst() {
  globalThis.florinFirstAnswers = undefined;
}
