import { deviceNow } from './server-time.ts';
import type { QueryKey } from '@tanstack/react-query';

const key = 'florin-last-seen';
/** To be raised when what is kept changes its shape: what another version has left is then not read. */
const shape = 1;

const hourMs = 60 * 60_000;
/** As long as the session may last that it was seen in (identity/sessions.ts of the server). */
const lifeMs = { remembered: 30 * 24 * hourMs, unremembered: 12 * hourMs };

/** An answer of the server as it was last seen, and when. */
export type SeenAnswer = { readonly queryKey: QueryKey; readonly data: unknown; readonly at: number };
type LastSeen = { readonly shape: number; readonly userId: string; readonly answers: readonly SeenAnswer[] };

/** A member who is not remembered leaves nothing behind: the tab's own storage goes with the tab. */
const storageOf = (remembered: boolean) => (remembered ? localStorage : sessionStorage);

export function storeLastSeen(userId: string, answers: readonly SeenAnswer[], remembered: boolean): void {
  const seen: LastSeen = { shape, userId, answers };
  try {
    storageOf(remembered).setItem(key, JSON.stringify(seen));
  } catch {
    forgetLastSeen(); // the storage is full: rather nothing than something old
  }
}

/** What this member saw last, as far as it is young enough. What is somebody else's is forgotten. */
export function loadLastSeen(userId: string, remembered: boolean, now = deviceNow()): readonly SeenAnswer[] {
  const seen = read(storageOf(remembered).getItem(key));
  if (seen === undefined || seen.shape !== shape || seen.userId !== userId) {
    forgetLastSeen();
    return [];
  }
  const oldest = now - (remembered ? lifeMs.remembered : lifeMs.unremembered);
  const young = seen.answers.filter(({ at }) => at > oldest);
  if (young.length === 0) forgetLastSeen();
  return young;
}

export function forgetLastSeen(): void {
  localStorage.removeItem(key);
  sessionStorage.removeItem(key);
}

function read(text: string | null): LastSeen | undefined {
  if (text === null) return undefined;
  try {
    const seen: LastSeen = JSON.parse(text);
    return Array.isArray(seen.answers) ? seen : undefined;
  } catch {
    return undefined; // not ours, or cut short: as good as nothing
  }
}
