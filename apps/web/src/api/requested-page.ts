import type { User } from '@florin/contract';
import { handleIn, isOwnDocument, paths } from '../paths.ts';
import { account } from './account.ts';
import { serverNow } from './server-time.ts';
import { storedUser } from './stored-session.ts';

/**
 * The page that a visitor requested before signing in, and the form input there when a session expired. Stored per tab
 * for 30 minutes. The input is for the same member only. Signing out deletes the page and the input.
 */
type RequestedPage = {
  readonly path: string;
  /** The person with the expired session. Undefined for a visitor. */
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
  const requested: RequestedPage = { path, email: storedEmail(), typed, at: serverNow() };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(requested));
  } catch {
    forgetRequestedPage(); // storage is full
  }
}

/** Returns the page to open after signing in, if this member may see it. */
export function requestedPageOf(user: User): string | undefined {
  const requested = read();
  if (!requested || isOfAnother(requested, user.email)) {
    forgetRequestedPage();
    return undefined;
  }
  const isForOperators = new RegExp(`^${paths.operations}(?:[/?#]|$)`, 'i').test(requested.path);
  if (isForOperators && user.role !== 'operator') forgetRequestedPage();
  else if (Object.keys(requested.typed).length === 0) forgetRequestedPage();
  return isForOperators && user.role !== 'operator' ? undefined : requested.path;
}

/** Returns the form input that the signed-in member left on this page. */
export function savedInput(name: string): unknown {
  const requested = read();
  const email = storedEmail();
  if (!requested?.email || email === undefined || isOfAnother(requested, email)) return undefined;
  return new URL(requested.path, location.origin).pathname === location.pathname ? requested.typed[name] : undefined;
}

/** Deletes saved input, so it is restored only once. */
export function forgetInput(name: string): void {
  const requested = read();
  if (!requested || !(name in requested.typed)) return;
  const { [name]: _, ...left } = requested.typed;
  if (Object.keys(left).length === 0) forgetRequestedPage();
  else sessionStorage.setItem(storageKey, JSON.stringify({ ...requested, typed: left } satisfies RequestedPage));
}

export const forgetRequestedPage = (): void => sessionStorage.removeItem(storageKey);

/** Deletes the requested page if it belongs to this document's business. */
export function forgetPageOfAccount(): void {
  const requested = read();
  if (requested && handleIn(requested.path) === account) forgetRequestedPage();
}

/** Deletes the requested page and its input. Call it on sign-out. */
export function signedOut(): void {
  hasSignedOut = true;
  forgetRequestedPage();
}

export function signedIn(): void {
  hasSignedOut = false;
}

/** Returns the address of the person, even while the person acts for a business. */
function storedEmail(): string | undefined {
  const user = storedUser();
  return user?.business?.person.email ?? user?.email;
}

const isOfAnother = ({ email }: RequestedPage, other: string) => email !== undefined && email !== other;

/** Accepts paths of this origin, except the landing and sign-in pages. */
const isAppPage = (path: string) => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path) && !isOwnDocument(path);

function read(): RequestedPage | undefined {
  try {
    const requested: RequestedPage | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const isKnown =
      typeof requested?.path === 'string' && typeof requested.typed === 'object' && requested.typed !== null;
    return isKnown && isAppPage(requested.path) && requested.at > serverNow() - maxAgeMs ? requested : undefined;
  } catch {
    return undefined; // invalid JSON
  }
}
