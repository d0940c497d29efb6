import type { User } from '@florin/contract';
import { forgetKeys } from './attempt-store.ts';
import { forgetLastSeen } from './last-seen-store.ts';
import { readUser } from './read/read-user.ts';
import { askForReview } from './review-due.ts';

// The specification's storage keys.
const tokenKey = 'token';
const userKey = 'user';
/** Whether the member asked to be remembered here: it decides how long the browser keeps what they saw last. */
const rememberedKey = 'florin-remembered';

export const storedToken = (): string | null => localStorage.getItem(tokenKey);

/** Whether another page will find what is stored: the stand-in for a storage that is blocked (public/theme.js) is none. */
export const isStorageKept = (): boolean => localStorage instanceof Storage;

/** What the last visit left: both parts, or nothing. */
export function storedUser(): User | null {
  const text = localStorage.getItem(userKey);
  if (storedToken() === null || text === null) return null;
  try {
    return readUser(JSON.parse(text));
  } catch {
    return null; // not a user, or cut short: as good as none
  }
}

export type OpenedSession = { token: string; user: User; remembered?: boolean };

/** A name for the windows of one session, from which its token cannot be told. */
export function windowsOf(token: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < token.length; at += 1) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01_00_01_93) >>> 0;
  return hash.toString(36);
}

export const isRemembered = (): boolean => localStorage.getItem(rememberedKey) === 'true';

/** The token last: another tab acts on it and then finds the user. */
export function storeSession({ token, user, remembered = false }: OpenedSession) {
  askForReview(user);
  forgetLastSeen();
  forgetKeys();
  if (remembered) localStorage.setItem(rememberedKey, 'true');
  else localStorage.removeItem(rememberedKey);
  storeUser(user);
  localStorage.setItem(tokenKey, token);
}

/** Writing takes milliseconds, and most of the time nothing has changed. */
export function storeUser(user: User) {
  const stored = JSON.stringify(user);
  if (localStorage.getItem(userKey) !== stored) localStorage.setItem(userKey, stored);
}

export function forgetStoredSession() {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
  localStorage.removeItem(rememberedKey);
  forgetLastSeen();
  forgetKeys();
}

/** Told when another tab signs in (with its token) or out (null). Returns the way to stop. */
export function onTokenStoredElsewhere(listener: (token: string | null) => void) {
  const listen = ({ key, storageArea }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (storageArea === localStorage && (key === tokenKey || key === null)) listener(storedToken());
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
