import type { Send } from './step-up.ts';

/**
 * Until its stream of changes has begun, a page asks with each call at which version the member's things were just before
 * they were read. Where all have the version at which the stream begins, nothing has changed in between (decision 9).
 */
let read: Set<string> | undefined;

export function beginOpening() {
  read = new Set();
}
beginOpening();

export function endOpening() {
  read = undefined;
}

/** Whether all that has come since the opening began is what it was at that version. */
export const isAllAsOf = (version: string): boolean => read !== undefined && [...read].every((one) => one === version);

const unknown = 'unknown';

export const notingVersions =
  (send: Send): Send =>
  async (url, init) => {
    const headers = new Headers(init.headers);
    if (!read || init.method !== 'GET' || !headers.has('authorization')) return send(url, init);
    const noted = read;
    headers.set('florin-version', 'ask');
    const response = await send(url, { ...init, headers });
    if (response.ok) noted.add(response.headers.get('florin-version') ?? unknown);
    return response;
  };
