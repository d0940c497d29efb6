import { keepingLoader, type Found } from '../../platform/database/keeping-loader.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { identityChanges } from './identity-changes.ts';
import type { SignedIn } from './member.ts';
import { findByEmail, findById, type Person } from './people.ts';
import { findSessions } from './sessions.ts';

type Identity = { readonly session?: SignedIn; readonly person?: Person };

/** Finds sessions and members for all requests of a node together, and keeps them until something about them changes. */
export type Identities = {
  /** The member a session belongs to, by the digest of its token; none where there is no such session, or no more. */
  readonly session: (digest: string) => Promise<SignedIn | undefined>;
  /** The member with that address, in lower case; none where it is unknown or the account is disabled. */
  readonly memberByEmail: (email: string) => Promise<Person | undefined>;
  /**
   * The member, disabled ones included, or invitee; none where there is no such. As it was when this node last looked for
   * changes, a second ago at most: what a request is answered with is as new as the request.
   */
  readonly personById: (id: string) => Promise<Person | undefined>;
};

/** What each key begins with. */
const keyOf = { session: 'session ', member: 'member ', person: 'person ' };
/** Nobody tells when something about an invitee changes: each time is over at once. */
const longAgo = new Date(0);

export function openIdentities(pool: Pool): Identities {
  const after = (kind: string, keys: readonly string[]) =>
    keys.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));

  const { load, known } = keepingLoader<Identity>(async (keys) => {
    const [digests, emails, ids] = [after(keyOf.session, keys), after(keyOf.member, keys), after(keyOf.person, keys)];
    const [sessions, members, people] = await Promise.all([
      digests.length > 0 ? findSessions(pool, digests) : [],
      emails.length > 0 ? findByEmail(pool, emails) : [],
      ids.length > 0 ? findById(pool, ids) : [],
    ]);
    const found = new Map<string, Found<Identity>>();
    for (const { digest, until, member } of sessions)
      found.set(keyOf.session + digest, { owner: member.id, until, value: { session: member } });
    for (const person of members) found.set(keyOf.member + person.email, { owner: person.id, value: { person } });
    for (const { isMember, ...person } of people)
      found.set(keyOf.person + person.id, {
        owner: person.id,
        value: { person },
        until: isMember ? undefined : longAgo,
      });
    return found;
  }, identityChanges(pool));

  return {
    session: async (digest) => (await load(keyOf.session + digest))?.session,
    memberByEmail: async (email) => (await load(keyOf.member + email))?.person,
    personById: async (id) => (known(keyOf.person + id) ?? (await load(keyOf.person + id)))?.person,
  };
}
