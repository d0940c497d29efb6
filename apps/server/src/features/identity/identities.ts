import { loaderCache, type Changes, type Found } from '../../platform/database/loader-cache.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { findKeys } from './api-keys/find-keys.ts';
import { actingKey, findActing, type Acting, type ActingKey } from './acting.ts';
import type { SignedIn } from './member.ts';
import { findByEmail, findById, type Person } from './person.ts';
import { findSessions } from './sessions/find-sessions.ts';

type Identity = { readonly session?: SignedIn; readonly person?: Person; readonly acting?: Acting };

/** Finds sessions and members in batches for all requests of a node. Caches sessions and members until they change. */
export type Identities = {
  /** Returns the member of a session by the token's digest; undefined if the session does not exist or has ended. */
  readonly session: (digest: string) => Promise<SignedIn | undefined>;
  /** Returns the party of an API key by the secret's digest; undefined if the key does not exist or no longer works. */
  readonly key: (digest: string) => Promise<SignedIn | undefined>;
  /** Returns the business that the person may act for; undefined if they may not, or it is frozen or closed. */
  readonly acting: (key: ActingKey) => Promise<Acting | undefined>;
  /** Returns the member with the address in lower case; undefined if it is unknown or the account is disabled. */
  readonly memberByEmail: (email: string) => Promise<Person | undefined>;
  /**
   * Returns the member or invitee by id; undefined if neither exists. Includes disabled members. The data is from the
   * last check for changes, at most a second ago, and never older than the current request.
   */
  readonly personById: (id: string) => Promise<Person | undefined>;
};

/** The prefix of each cache key. */
const keyPrefix = { session: 'session ', member: 'member ', person: 'person ', acting: 'acting ', key: 'key ' };
/** An expiry in the past. Changes of invitees are not tracked, so they are never cached. */
const expired = new Date(0);

export function openIdentities(pool: Pool): Identities {
  const withPrefix = (kind: string, keys: readonly string[]) =>
    keys.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));

  const { load, known } = loaderCache<Identity>(async (keys) => {
    const [digests, emails, ids, acting, secrets] = [
      withPrefix(keyPrefix.session, keys),
      withPrefix(keyPrefix.member, keys),
      withPrefix(keyPrefix.person, keys),
      withPrefix(keyPrefix.acting, keys),
      withPrefix(keyPrefix.key, keys),
    ];
    const [sessions, members, people, businesses, apiKeys] = await Promise.all([
      digests.length > 0 ? findSessions(pool, digests) : [],
      emails.length > 0 ? findByEmail(pool, emails) : [],
      ids.length > 0 ? findById(pool, ids) : [],
      acting.length > 0 ? findActing(pool, acting) : [],
      secrets.length > 0 ? findKeys(pool, secrets) : [],
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
    for (const [key, value] of businesses)
      found.set(keyPrefix.acting + key, { owner: value.business.id, value: { acting: value } });
    for (const { digest, until, makerId, member } of apiKeys)
      found.set(keyPrefix.key + digest, { owner: member.id, coOwner: makerId, until, value: { session: member } });
    return found;
  }, identityChanges(pool));

  return {
    session: async (digest) => (await load(keyPrefix.session + digest))?.session,
    key: async (digest) => (await load(keyPrefix.key + digest))?.session,
    acting: async (key) => (await load(keyPrefix.acting + actingKey(key)))?.acting,
    memberByEmail: async (email) => (await load(keyPrefix.member + email))?.person,
    personById: async (id) => (known(keyPrefix.person + id) ?? (await load(keyPrefix.person + id)))?.person,
  };
}

type Row = { id: bigint; mark: string; member_id: string; now: Date };

/**
 * Returns a function that lists the members whose account or session changed since the last call. The function reads
 * the last known change again. If that change is missing, every member may have changed. The change is missing after a
 * failover, or if a node read no changes for an hour.
 */
export function identityChanges(pool: Pool): () => Promise<Changes> {
  let last: Pick<Row, 'id' | 'mark'> | undefined;
  return async () => {
    const { rows } = await pool.query<Row>({
      name: 'identity-changes',
      text: 'select id, mark, member_id, now() as now from identity_changes where id >= $1 order by id',
      values: [last?.id ?? 0n],
    });
    const [first, ...since] = rows;
    const isKnown = first !== undefined && first.id === last?.id && first.mark === last.mark;
    last = rows.at(-1);
    return {
      owners: isKnown ? new Set(since.map((row) => row.member_id)) : 'everybody',
      now: first?.now ?? new Date(),
    };
  };
}

/** Deletes changes older than an hour, except the newest change. */
export const oldChanges = `
  delete from identity_changes
  where id < (select max(id) from identity_changes where changed_at < now() - interval '1 hour')`;
