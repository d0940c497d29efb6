import { accountKey, forgetInEveryAccount } from './account.ts';
import { serverNow } from './server-time.ts';

const name = 'florin-attempts';
const storageKey = accountKey(name);

/**
 * The time during which an idempotency key is reused after the attempt, or after the member left the attempt's page.
 * After this time the server has finished the attempt, and the history shows the payment. The same payment later is a
 * new payment.
 */
export const attemptLifetimeMs = 10 * 60_000;

/** A user cannot leave this many attempts unsettled by hand. */
export const maxAttempts = 20;

/** An idempotency key with a digest of its request. The storage reveals neither recipient nor amount. */
type StoredKey = { readonly digest: string; readonly key: string; readonly sentAt: number };

/** Stores a key in `sessionStorage`: it survives a reload and ends with the tab. */
export function storeKey(digest: string, key: string): void {
  write([{ digest, key, sentAt: serverNow() }, ...read().filter((each) => each.key !== key)].slice(0, maxAttempts));
}

export const storedKey = (digest: string): string | undefined => read().find((each) => each.digest === digest)?.key;

export const hasStoredKeys = (): boolean => sessionStorage.getItem(storageKey) !== null;

export function forgetKey(key: string): void {
  if (hasStoredKeys()) write(read().filter((each) => each.key !== key));
}

export const forgetKeys = (): void => sessionStorage.removeItem(storageKey);

export const forgetKeysOfAll = (): void => forgetInEveryAccount(sessionStorage, name);

function write(stored: readonly StoredKey[]): void {
  if (stored.length === 0) return forgetKeys();
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(stored));
  } catch {
    forgetKeys(); // storage is full; the page still has the keys in memory
  }
}

function read(): readonly StoredKey[] {
  try {
    const stored: StoredKey[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return stored.filter(({ sentAt }) => sentAt > serverNow() - attemptLifetimeMs);
  } catch {
    return []; // invalid JSON
  }
}
