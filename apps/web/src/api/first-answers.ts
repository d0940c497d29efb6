declare global {
  var florinFirstAnswers: Map<string, Promise<Response>> | undefined;
}

/** The app fetches older answers again. */
const maxAgeMs = 10_000;

/** Sends GET calls before the app has loaded. The app's first calls get the same answers (api/network.ts). */
export async function requestFirst(paths: readonly string[], token: string): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${token}`, 'florin-version': 'ask' };
  const answers = new Map(paths.map((path) => [path, fetch(path, { headers })]));
  globalThis.florinFirstAnswers = answers;
  setTimeout(() => {
    globalThis.florinFirstAnswers = undefined;
  }, maxAgeMs);
  // The app reads the bodies too, so this reads copies.
  return Promise.all(Array.from(answers.values(), async (answer) => (await answer).clone().json()));
}

/** Returns the answer of `requestFirst` to a call, once. Returns undefined if it failed or does not exist. */
export async function takeFirst(url: string): Promise<Response | undefined> {
  const answer = globalThis.florinFirstAnswers?.get(url);
  globalThis.florinFirstAnswers?.delete(url);
  const response = await answer?.catch(() => undefined);
  return response?.ok ? response : undefined;
}
