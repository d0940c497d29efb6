import { Refusal } from '../../../platform/refusal.ts';
import type { Acting } from '../acting.ts';
import { isKeySecret, isWholeSecret } from '../api-keys/key-secret.ts';
import type { Identities } from '../identities.ts';
import type { SignedIn } from '../member.ts';
import { tokenDigest } from '../secret-token.ts';

/**
 * Returns a function that finds the member of a credential. A credential is the token of a session or an API key. After
 * a space, it may name the handle of a business for which its person acts. A key acts for one account only. Each
 * request checks the database for changes, so an ended session, a revoked key and a lost role end on every node.
 * Refusals: `not_signed_in`, `business_not_found`.
 */
export function authenticator(
  { session, key, acting }: Identities,
  mode: 'sandbox' | 'live' = 'sandbox',
): (credential: string) => Promise<SignedIn> {
  const personOf = async (token: string) => {
    const found = await session(tokenDigest(token));
    if (!found) throw sessionEnded();
    return inMode(found);
  };
  const inMode = (found: SignedIn) =>
    found.resetWaitUntil && mode === 'sandbox' ? { ...found, resetWaitUntil: null } : found;
  const partyOf = async (secret: string, handle: string | undefined) => {
    const found = isWholeSecret(secret, mode) ? await key(tokenDigest(secret)) : undefined;
    if (!found) throw keyEnded();
    if (handle !== undefined && handle !== found.acts?.handle) throw noAccess();
    return inMode(found);
  };
  return async (credential) => {
    const [token = '', handle] = credential.split(' ');
    if (isKeySecret(token)) return partyOf(token, handle);
    const person = await personOf(token);
    if (handle === undefined) return person;
    const found = await acting({ personId: person.id, handle });
    if (!found) throw noAccess();
    return actingFor(found, person);
  };
}

const noAccess = () => new Refusal('business_not_found', 'You have no access to this business.');

/** Returns the business with the session and the second factor of the person. */
function actingFor({ business, handle, role }: Acting, person: SignedIn): SignedIn {
  const { id, name, email, twoFactor, hasFactor, sessionId, factorFresh, passwordFresh, resetWaitUntil } = person;
  return {
    ...business,
    twoFactor,
    hasFactor,
    sessionId,
    factorFresh,
    passwordFresh,
    resetWaitUntil,
    acts: { handle, person: { id, name, email }, role },
  };
}

/** Returns the token of a credential. */
export const tokenOf = (credential: string): string => credential.split(' ')[0] ?? '';

export const keyEnded = () =>
  new Refusal('not_signed_in', 'This API key does not work. It is mistyped, expired or revoked.');

export const sessionEnded = () => new Refusal('not_signed_in', 'Your session has ended. Please sign in again.');
