import { serverNow } from './server-time.ts';
const storageKey = 'florin-attempts';

/**
 * For so long after they were sent, or their page was left. Who goes to look what became of a payment is back by then, and
 * by then the server has finished what it began and the history shows it: whoever pays the same later means another payment.
 */
export const keptMs = 10 * 60_000;

/** By hand there are never more in doubt. */
export const mostKept = 20;

/** What a key is for, by digest: the storage says neither to whom nor how much. */
type KeptKey = { readonly digest: string; readonly key: string; readonly sentAt: number };

/** The tab's own storage: it outlasts the page, and goes with the tab. */
export function keepKey(digest: string, key: string): void {
  write([{ digest, key, sentAt: serverNow() }, ...read().filter((each) => each.key !== key)].slice(0, mostKept));
}

export const keptKey = (digest: string): string | undefined => read().find((each) => each.digest === digest)?.key;

/** Most of the time there is none. */
export const hasKeptKeys = (): boolean => sessionStorage.getItem(storageKey) !== null;

export function forgetKey(key: string): void {
  if (hasKeptKeys()) write(read().filter((each) => each.key !== key));
}

export const forgetKeys = (): void => sessionStorage.removeItem(storageKey);

function write(kept: readonly KeptKey[]): void {
  if (kept.length === 0) return forgetKeys();
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    forgetKeys(); // the storage is full: the page still knows them
  }
}

function read(): readonly KeptKey[] {
  try {
    const kept: KeptKey[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return kept.filter(({ sentAt }) => sentAt > serverNow() - keptMs);
  } catch {
    return []; // not ours, or cut short: as good as none
  }
}
