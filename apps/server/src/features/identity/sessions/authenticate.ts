import { Refusal } from '../../../platform/refusal.ts';
import type { Identities } from '../identities.ts';
import type { SignedIn } from '../member.ts';
import { tokenDigest } from '../secret-token.ts';

/**
 * Returns a function that finds the member of a token. Each request checks the database for changes, so an ended
 * session ends on every node. Refusals: `not_signed_in`.
 */
export function authenticator(
  { session }: Identities,
  mode: 'sandbox' | 'live' = 'sandbox',
): (token: string) => Promise<SignedIn> {
  return async (token) => {
    const found = await session(tokenDigest(token));
    if (!found) throw sessionEnded();
    return found.resetWaitUntil && mode === 'sandbox' ? { ...found, resetWaitUntil: null } : found;
  };
}

export const sessionEnded = () => new Refusal('not_signed_in', 'Your session has ended. Please sign in again.');
