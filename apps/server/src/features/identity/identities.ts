import { loaderCache, type Found } from '../../platform/database/loader-cache.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { identityChanges } from './identity-changes.ts';
import type { SignedIn } from './member.ts';
import { findByEmail, findById, type Person } from './person.ts';
import { findSessions } from './sessions/find-sessions.ts';

type Identity = { readonly session?: SignedIn; readonly person?: Person };

/** Finds sessions and members in batches for all requests of a node. Caches them until they change. */
export type Identities = {
  /** Returns the member of a session by the token's digest; undefined if the session does not exist or has ended. */
  readonly session: (digest: string) => Promise<SignedIn | undefined>;
  /** Returns the member with the address in lower case; undefined if it is unknown or the account is disabled. */
  readonly memberByEmail: (email: string) => Promise<Person | undefined>;
  /**
   * Returns the member or invitee by id; undefined if neither exists. Includes disabled members. The data is as of the
   * last check for changes, at most a second ago. It is never older than the current request.
   */
  readonly personById: (id: string) => Promise<Person | undefined>;
};

/** The prefix of each cache key. */
const keyPrefix = { session: 'session ', member: 'member ', person: 'person ' };
/** An expiry in the past. Changes of invitees are not tracked, so they are never cached. */
const expired = new Date(0);

export function openIdentities(pool: Pool): Identities {
  const withPrefix = (kind: string, keys: readonly string[]) =>
    keys.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));

  const { load, known } = loaderCache<Identity>(async (keys) => {
    const [digests, emails, ids] = [
      withPrefix(keyPrefix.session, keys),
      withPrefix(keyPrefix.member, keys),
      withPrefix(keyPrefix.person, keys),
    ];
    const [sessions, members, people] = await Promise.all([
      digests.length > 0 ? findSessions(pool, digests) : [],
      emails.length > 0 ? findByEmail(pool, emails) : [],
      ids.length > 0 ? findById(pool, ids) : [],
    ]);
    const found = new Map<string, Found<Identity>>();
    for (const { digest, until, member } of sessions)
      found.set(keyPrefix.session + digest, { owner: member.id, until, value: { session: member } });
    for (const person of members) found.set(keyPrefix.member + person.email, { owner: person.id, value: { person } });
    for (const { isMember, ...person } of people)
      found.set(keyPrefix.person + person.id, {
        owner: person.id,
        value: { person },
        until: isMember ? undefined : expired,
      });
    return found;
  }, identityChanges(pool));

  return {
    session: async (digest) => (await load(keyPrefix.session + digest))?.session,
    memberByEmail: async (email) => (await load(keyPrefix.member + email))?.person,
    personById: async (id) => (known(keyPrefix.person + id) ?? (await load(keyPrefix.person + id)))?.person,
  };
}
