import { takeFirst } from './first-answers.ts';
import { deviceNow, recordServerTime } from './server-time.ts';
import type { Send } from './step-up.ts';

let transport: Send = (url, init) => fetch(url, init);

/**
 * Sends a call over the current transport: plain `fetch`, until reach.ts replaces it. Records the server's time. Uses
 * the answer that was requested before the app loaded, if such an answer exists.
 */
export const overNetwork: Send = async (url, init) => {
  const first = await takeFirst(url, init);
  if (first) return first;
  const sentAt = deviceNow();
  const response = await transport(url, init);
  recordServerTime(response, sentAt);
  return response;
};

export function setTransport(other: Send) {
  transport = other;
}
