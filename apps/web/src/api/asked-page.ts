import type { User } from '@florin/contract';
import { isOwnDocument, paths } from '../paths.ts';
import { serverNow } from './server-time.ts';
import { storedUser } from './stored-session.ts';

/**
 * The page that a visitor requested before signing in, and the form input there when a session expired. Stored per tab
 * for 30 minutes. The input is for the same member only. Signing out deletes both.
 */
type RequestedPage = {
  readonly path: string;
  /** The member whose session expired. Undefined for a visitor. */
  readonly email?: string | undefined;
  readonly typed: Readonly<Record<string, unknown>>;
  readonly at: number;
};

const storageKey = 'florin-asked-page';
const maxAgeMs = 30 * 60_000;

let hasSignedOut = false;

/** Stores the requested page. Does nothing after sign-out, because the guards then redirect from every page. */
export function saveRequestedPage(path: string, typed: RequestedPage['typed'] = {}): void {
  if (hasSignedOut || !isAppPage(path)) return;
  const asked: RequestedPage = { path, email: storedUser()?.email, typed, at: serverNow() };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(asked));
  } catch {
    forgetAskedPage(); // storage is full
  }
}

/** Returns the page to open after signing in, if this member may see it. */
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

/** Returns the form input that the signed-in member left on this page. */
export function savedInput(name: string): unknown {
  const asked = read();
  const email = storedUser()?.email;
  if (!asked?.email || email === undefined || isOfAnother(asked, email)) return undefined;
  return new URL(asked.path, location.origin).pathname === location.pathname ? asked.typed[name] : undefined;
}

/** Deletes saved input, so it is restored only once. */
export function forgetInput(name: string): void {
  const asked = read();
  if (!asked || !(name in asked.typed)) return;
  const { [name]: _, ...left } = asked.typed;
  if (Object.keys(left).length === 0) forgetAskedPage();
  else sessionStorage.setItem(storageKey, JSON.stringify({ ...asked, typed: left } satisfies RequestedPage));
}

export const forgetAskedPage = (): void => sessionStorage.removeItem(storageKey);

/** Deletes the requested page and its input. Call it on sign-out. */
export function signedOut(): void {
  hasSignedOut = true;
  forgetAskedPage();
}

export function signedIn(): void {
  hasSignedOut = false;
}

const isOfAnother = ({ email }: RequestedPage, other: string) => email !== undefined && email !== other;

/** Accepts paths of this origin, except the landing and sign-in pages. */
const isAppPage = (path: string) => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path) && !isOwnDocument(path);

function read(): RequestedPage | undefined {
  try {
    const asked: RequestedPage | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const isKnown = typeof asked?.path === 'string' && typeof asked.typed === 'object' && asked.typed !== null;
    return isKnown && isAppPage(asked.path) && asked.at > serverNow() - maxAgeMs ? asked : undefined;
  } catch {
    return undefined; // invalid JSON
  }
}
