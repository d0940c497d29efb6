import type { User } from '@florin/contract';
import { accountKey, forgetInEveryAccount } from './account.ts';
import { forgetKeys, forgetKeysOfAll } from './attempt-store.ts';
import { forgetLastSeen, forgetLastSeenOfAll } from './last-seen-store.ts';
import { outcomeName } from './proof/outcome-name.ts';
import { readUser } from './read/read-user.ts';
import { markReviewDue } from './review-due.ts';

// The specification's storage keys.
const tokenKey = 'token';
const userName = 'user';
/** The user of this account: the person, or the business. */
const userKey = accountKey(userName);
/** Whether the member chose Remember me. This choice decides how long the last seen balances are stored. */
const rememberedKey = 'florin-remembered';

export const storedToken = (): string | null => localStorage.getItem(tokenKey);

/** Whether the storage persists. False for the replacement of a blocked storage (public/theme.js). */
export const isStoragePersistent = (): boolean => localStorage instanceof Storage;

/** Returns the stored user. Null unless both user and token are stored. */
export function storedUser(): User | null {
  const text = localStorage.getItem(userKey);
  if (storedToken() === null || text === null) return null;
  try {
    return readUser(JSON.parse(text));
  } catch {
    return null; // not a valid user
  }
}

export type OpenedSession = { token: string; user: User; remembered?: boolean };

/** Returns a name for the windows of one session. The token cannot be derived from it. */
export function sessionHash(token: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < token.length; at += 1) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01_00_01_93) >>> 0;
  return hash.toString(36);
}

export const isRemembered = (): boolean => localStorage.getItem(rememberedKey) === 'true';

/** Stores the token last, because other tabs react to it and then read the user. */
export function storeSession({ token, user, remembered = false }: OpenedSession) {
  markReviewDue(user);
  forgetAccounts();
  if (remembered) localStorage.setItem(rememberedKey, 'true');
  else localStorage.removeItem(rememberedKey);
  storeUser(user);
  localStorage.setItem(tokenKey, token);
}

/** Stores the user if it changed, because writing takes milliseconds. */
export function storeUser(user: User) {
  const stored = JSON.stringify(user);
  if (localStorage.getItem(userKey) !== stored) localStorage.setItem(userKey, stored);
}

export function forgetStoredSession() {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(rememberedKey);
  forgetAccounts();
}

/** Deletes the data of the person and of all businesses. */
function forgetAccounts() {
  forgetInEveryAccount(localStorage, userName);
  forgetLastSeenOfAll();
  forgetKeysOfAll();
  forgetInEveryAccount(localStorage, outcomeName);
}

/** Deletes the data of this account only. Call it when the person no longer acts for the business. */
export function forgetThisAccount() {
  localStorage.removeItem(userKey);
  forgetLastSeen();
  forgetKeys();
  localStorage.removeItem(accountKey(outcomeName));
}

/** Calls the listener when another tab deletes the data of this account while the session continues. */
export function onAccountForgottenElsewhere(listener: () => void) {
  addEventListener('storage', ({ key, newValue, storageArea }) => {
    if (storageArea === localStorage && key === userKey && newValue === null && storedToken() !== null) listener();
  });
}

/** Calls the listener when another tab signs in (with the token) or out (null). Returns an unsubscribe function. */
export function onTokenStoredElsewhere(listener: (token: string | null) => void) {
  const listen = ({ key, storageArea }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (storageArea === localStorage && (key === tokenKey || key === null)) listener(storedToken());
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
