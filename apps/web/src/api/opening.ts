import { account } from './account.ts';
import type { Send } from './step-up.ts';

/**
 * While a page opens, each call also requests the version of the member's data. If all versions equal the version at
 * which the change stream starts, nothing has changed in between (decision 9).
 */
let read: Set<string> | undefined;

export function beginOpening() {
  read = new Set();
}
beginOpening();

export function endOpening() {
  read = undefined;
}

/** Whether every response since the opening began has this version. */
export const isAllAtVersion = (version: string): boolean =>
  read !== undefined && [...read].every((one) => one === version);

const unknown = 'unknown';

export const recordingVersions =
  (send: Send): Send =>
  async (url, init) => {
    const headers = new Headers(init.headers);
    if (!read || init.method !== 'GET' || !headers.has('authorization')) return send(url, init);
    // The response to a call of the person has the version of the person's data.
    if (account !== undefined && !headers.has('florin-account')) return send(url, init);
    const versions = read;
    headers.set('florin-version', 'ask');
    const response = await send(url, { ...init, headers });
    if (response.ok) versions.add(response.headers.get('florin-version') ?? unknown);
    return response;
  };
