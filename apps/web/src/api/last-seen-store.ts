import type { QueryKey } from '@tanstack/react-query';
import { accountKey, forgetInEveryAccount } from './account.ts';
import { deviceNow } from './server-time.ts';

const name = 'florin-last-seen';
const key = accountKey(name);
/** The version of the stored format. Raise it with each format change, so old data is ignored. */
const shape = 1;

const hourMs = 60 * 60_000;
/** As long as a session lasts (identity/sessions in the server). */
const lifeMs = { remembered: 30 * 24 * hourMs, unremembered: 12 * hourMs };

/** The last response of a query, with its time. */
export type SeenAnswer = { readonly queryKey: QueryKey; readonly data: unknown; readonly at: number };
type LastSeen = { readonly shape: number; readonly userId: string; readonly answers: readonly SeenAnswer[] };

/** Without Remember me, the data ends with the tab. */
const storageOf = (remembered: boolean) => (remembered ? localStorage : sessionStorage);

export function storeLastSeen(userId: string, answers: readonly SeenAnswer[], remembered: boolean): void {
  const seen: LastSeen = { shape, userId, answers };
  try {
    storageOf(remembered).setItem(key, JSON.stringify(seen));
  } catch {
    forgetLastSeen(); // storage is full, and old data must not stay
  }
}

/** Returns this member's unexpired data. Deletes data of another member. */
export function loadLastSeen(userId: string, remembered: boolean, now = deviceNow()): readonly SeenAnswer[] {
  const seen = read(storageOf(remembered).getItem(key));
  if (seen === undefined || seen.shape !== shape || seen.userId !== userId) {
    forgetLastSeen();
    return [];
  }
  const oldest = now - (remembered ? lifeMs.remembered : lifeMs.unremembered);
  const unexpired = seen.answers.filter(({ at }) => at > oldest);
  if (unexpired.length === 0) forgetLastSeen();
  return unexpired;
}

export function forgetLastSeen(): void {
  localStorage.removeItem(key);
  sessionStorage.removeItem(key);
}

export function forgetLastSeenOfAll(): void {
  forgetInEveryAccount(localStorage, name);
  forgetInEveryAccount(sessionStorage, name);
}

function read(text: string | null): LastSeen | undefined {
  if (text === null) return undefined;
  try {
    const seen: LastSeen = JSON.parse(text);
    return Array.isArray(seen.answers) ? seen : undefined;
  } catch {
    return undefined; // invalid JSON
  }
}
