/**
 * The server's time, which decides ages, deadlines and what "today" is: a device's clock may be hours or years off. The
 * only place that reads the device's clock (scripts/boundaries holds the rest to that).
 */
const storageKey = 'florin-clock';

/** The `Date` header is cut to seconds, and the answer has been on its way: what is within this is the same time. */
const toleranceMs = 2_000;
const halfOfSecondMs = 500;

/** By how much the server's clock is ahead of the device's. */
let aheadMs = keptOffset();

/** Learns the server's time from an answer to a call that was sent at this moment of the device's clock. */
export function noteServerTime({ headers }: Response, sentAt: number): void {
  const said = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(said)) return;
  const arrivedAt = deviceNow();
  const isJump = arrivedAt < sentAt; // the device's clock was set meanwhile
  const heard = said + halfOfSecondMs - (isJump ? arrivedAt : (sentAt + arrivedAt) / 2);
  if (Math.abs(heard - aheadMs) <= toleranceMs + (isJump ? 0 : (arrivedAt - sentAt) / 2)) return;
  aheadMs = Math.abs(heard) <= toleranceMs ? 0 : heard;
  keepOffset();
}

export const serverNow = (): number => deviceNow() + aheadMs;

export const serverDate = (): Date => new Date(serverNow());

/** When something was by the server's clock that TanStack Query noted by the device's. */
export const onServer = (deviceTime: number): number => deviceTime + aheadMs;

/** The device's clock: for what is compared with times of the device itself, and never shown. */
export const deviceNow = (): number => Date.now();

/** Without a network the next page cannot ask. */
function keepOffset(): void {
  try {
    if (aheadMs === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, String(Math.round(aheadMs)));
  } catch {
    // a storage that is full: this page knows it all the same
  }
}

function keptOffset(): number {
  const kept = Number(localStorage.getItem(storageKey) ?? 0);
  return Number.isFinite(kept) ? kept : 0;
}
