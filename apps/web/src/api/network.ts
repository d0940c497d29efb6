import { deviceNow, noteServerTime } from './server-time.ts';
import type { Send } from './step-up.ts';

let way: Send = (url, init) => fetch(url, init);

/** How calls go out: as they are, until somebody watches over them (reach.ts). */
export const overNetwork: Send = async (url, init) => {
  const sentAt = deviceNow();
  const response = await way(url, init);
  noteServerTime(response, sentAt);
  return response;
};

export function sendBy(other: Send) {
  way = other;
}
