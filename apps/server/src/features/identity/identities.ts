import { keepingLoader, type Found } from '../../platform/database/keeping-loader.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { identityChanges } from './identity-changes.ts';
import type { SignedIn } from './member.ts';
import { findByEmail, type Person } from './people.ts';
import { findSessions } from './sessions.ts';

type Identity = { readonly session?: SignedIn; readonly person?: Person };

/** Finds sessions and members for all requests of a node together, and keeps them until something about them changes. */
export type Identities = {
  /** The member a session belongs to, by the digest of its token; none where there is no such session, or no more. */
  readonly session: (digest: string) => Promise<SignedIn | undefined>;
  /** The member with that address, in lower case; none where it is unknown or the account is disabled. */
  readonly memberByEmail: (email: string) => Promise<Person | undefined>;
};

const [session, person] = ['session ', 'person '];

export function openIdentities(pool: Pool): Identities {
  const after = (kind: string, keys: readonly string[]) =>
    keys.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));

  const find = keepingLoader<Identity>(async (keys) => {
    const [digests, emails] = [after(session, keys), after(person, keys)];
    const [sessions, people] = await Promise.all([
      digests.length > 0 ? findSessions(pool, digests) : [],
      emails.length > 0 ? findByEmail(pool, emails) : [],
    ]);
    const found = new Map<string, Found<Identity>>();
    for (const { digest, until, member } of sessions)
      found.set(session + digest, { owner: member.id, until, value: { session: member } });
    for (const one of people) found.set(person + one.email, { owner: one.id, value: { person: one } });
    return found;
  }, identityChanges(pool));

  return {
    session: async (digest) => (await find(session + digest))?.session,
    memberByEmail: async (email) => (await find(person + email))?.person,
  };
}
