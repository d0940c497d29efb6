/**
 * The server's time for ages, deadlines and "today", because a device's clock may be wrong. Only this module may read
 * the device's clock (scripts/boundaries checks that).
 */
const storageKey = 'florin-clock';

/** Smaller differences are ignored: the `Date` header is truncated to seconds, and the response takes time. */
const toleranceMs = 2_000;
const halfSecondMs = 500;

/** How far the server's clock is ahead of the device's. */
let aheadMs = storedOffset();

/** Updates the offset from a response. `sentAt` is the device time when the call was sent. */
export function recordServerTime({ headers }: Response, sentAt: number): void {
  const serverTime = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(serverTime)) return;
  const arrivedAt = deviceNow();
  const isJump = arrivedAt < sentAt; // the device's clock was set meanwhile
  const offset = serverTime + halfSecondMs - (isJump ? arrivedAt : (sentAt + arrivedAt) / 2);
  if (Math.abs(offset - aheadMs) <= toleranceMs + (isJump ? 0 : (arrivedAt - sentAt) / 2)) return;
  aheadMs = Math.abs(offset) <= toleranceMs ? 0 : offset;
  storeOffset();
}

export const serverNow = (): number => deviceNow() + aheadMs;

export const serverDate = (): Date => new Date(serverNow());

/** Converts a device time, such as TanStack Query's `dataUpdatedAt`, to the server's clock. */
export const toServerTime = (deviceTime: number): number => deviceTime + aheadMs;

/** The device's clock. Compare it only with other device times, and never show it. */
export const deviceNow = (): number => Date.now();

/** Stores the offset for the next page, which may open offline. */
function storeOffset(): void {
  try {
    if (aheadMs === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, String(Math.round(aheadMs)));
  } catch {
    // storage is full; this page still has the offset in memory
  }
}

function storedOffset(): number {
  const stored = Number(localStorage.getItem(storageKey) ?? 0);
  return Number.isFinite(stored) ? stored : 0;
}
