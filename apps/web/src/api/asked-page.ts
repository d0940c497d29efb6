import type { User } from '@florin/contract';
import { isOwnDocument, paths } from '../paths.ts';
import { serverNow } from './server-time.ts';
import { storedUser } from './stored-session.ts';

/**
 * The page that somebody asked for who has to sign in first, and what was typed there when a session ended. It is the
 * tab's own, for half an hour, and what was typed is for the same member only. Signing out forgets it.
 */
type Asked = {
  readonly path: string;
  /** Whose session ended; missing where nobody was signed in. */
  readonly email?: string | undefined;
  readonly typed: Readonly<Record<string, unknown>>;
  readonly at: number;
};

const storageKey = 'florin-asked-page';
const keptMs = 30 * 60_000;

let hasSignedOut = false;

/** For the guard of a page: nothing is asked for by a page that is left because its member signs out. */
export function keepAskedPage(path: string, typed: Asked['typed'] = {}): void {
  if (hasSignedOut || !isPageOfOurs(path)) return;
  const asked: Asked = { path, email: storedUser()?.email, typed, at: serverNow() };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(asked));
  } catch {
    forgetAskedPage(); // the storage is full
  }
}

/** Where this member goes on after signing in, if a page was asked for that is theirs to see. */
export function askedPageOf(user: User): string | undefined {
  const asked = read();
  if (!asked || isOfAnother(asked, user.email)) {
    forgetAskedPage();
    return undefined;
  }
  const isForOperators = new RegExp(`^${paths.operations}(?:[/?#]|$)`, 'i').test(asked.path);
  if (isForOperators && user.role !== 'operator') forgetAskedPage();
  else if (Object.keys(asked.typed).length === 0) forgetAskedPage();
  return isForOperators && user.role !== 'operator' ? undefined : asked.path;
}

/** What was typed on this page by the member who is signed in again. */
export function typedBefore(name: string): unknown {
  const asked = read();
  const email = storedUser()?.email;
  if (!asked?.email || email === undefined || isOfAnother(asked, email)) return undefined;
  return new URL(asked.path, location.origin).pathname === location.pathname ? asked.typed[name] : undefined;
}

/** It is filled in once. */
export function forgetTyped(name: string): void {
  const asked = read();
  if (!asked || !(name in asked.typed)) return;
  const { [name]: _, ...left } = asked.typed;
  if (Object.keys(left).length === 0) forgetAskedPage();
  else sessionStorage.setItem(storageKey, JSON.stringify({ ...asked, typed: left } satisfies Asked));
}

export const forgetAskedPage = (): void => sessionStorage.removeItem(storageKey);

/** The member leaves on purpose: nothing of theirs stays behind. */
export function signedOut(): void {
  hasSignedOut = true;
  forgetAskedPage();
}

export function signedIn(): void {
  hasSignedOut = false;
}

const isOfAnother = ({ email }: Asked, other: string) => email !== undefined && email !== other;

/** Of this origin, and no page on which somebody signs in. */
const isPageOfOurs = (path: string) => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path) && !isOwnDocument(path);

function read(): Asked | undefined {
  try {
    const asked: Asked | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const isKnown = typeof asked?.path === 'string' && typeof asked.typed === 'object' && asked.typed !== null;
    return isKnown && isPageOfOurs(asked.path) && asked.at > serverNow() - keptMs ? asked : undefined;
  } catch {
    return undefined; // not ours, or cut short
  }
}
