import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { countBuckets, histogram } from '../../platform/metrics/registry.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Identities } from './identities.ts';
import { memberColumns, memberOf, type MemberRow, type SignedIn } from './member.ts';
import { newToken, tokenDigest } from './secret-token.ts';
import type { Origin } from './sessions/device.ts';

const lookedUp = histogram('florin_session_lookup_sessions', 'Sessions loaded per query', countBuckets);

type Opening = {
  readonly remembered: boolean;
  readonly origin: Origin;
  /** Whether a second factor was confirmed at the sign-in. */
  readonly withFactor?: boolean;
  /** Whether the password was entered at the sign-in. */
  readonly withPassword?: boolean;
  /** Whether the account was not used on this device before. */
  readonly onNewDevice?: boolean;
};

const maxOpenSessions = 20;

/** The latest end of any session, even if it is used every day. */
const latestEnd = `s.created_at + interval '90 days'`;

/**
 * Opens a session in the caller's transaction. It lasts 12 hours. A remembered session lasts 30 days after its last use
 * and at most 90 days. An account has at most 20 open sessions; one more ends the oldest.
 */
export async function openSession(
  database: Queryable,
  userId: string,
  { remembered, origin, withFactor = false, withPassword = false, onNewDevice = false }: Opening,
): Promise<string> {
  const token = newToken();
  // Serializes the sign-ins to one account, so each counts the earlier ones.
  await database.query(`select pg_advisory_xact_lock(hashtextextended('open sessions of ' || $1, 0))`, [userId]);
  await database.query(
    `insert into sessions (token_hash, user_id, remembered, user_agent, ip, factor_at, password_at, new_device,
                           created_at, expires_at)
     values (decode($1, 'hex'), $2, $3, $4, $5, case when $6 then now() end, case when $7 then now() end, $8,
             clock_timestamp(), now() + case when $3 then interval '30 days' else interval '12 hours' end)`,
    [tokenDigest(token), userId, remembered, origin.userAgent, origin.ip, withFactor, withPassword, onNewDevice],
  );
  await database.query(
    `delete from sessions where id in
       (select id from sessions where user_id = $1 and expires_at > now() order by created_at desc, id offset $2)`,
    [userId, maxOpenSessions],
  );
  return token;
}

/** Ends the session on every node. */
export async function endSession(database: Queryable, token: string): Promise<void> {
  await database.query(`delete from sessions where token_hash = decode($1, 'hex')`, [tokenDigest(token)]);
}

type Row = MemberRow & {
  digest: string;
  slides: boolean;
  seen: boolean;
  session_id: string;
  factor_fresh: boolean;
  password_fresh: boolean;
  reset_wait_until: Date | null;
  until: Date;
};

/**
 * Returns SQL for a time in the last ten minutes. A future time comes from a clock that was ahead and does not count.
 */
const isFresh = (at: string) =>
  `coalesce(${at} > now() - interval '10 minutes' and ${at} <= now() + interval '1 minute', false)`;

/**
 * The end of the wait after operators reset a second factor. Some calls are rejected until then. docs/decisions/0073.
 */
const resetWaitUntil = `case when u.factor_reset_at > now() - interval '24 hours' then u.factor_reset_at + interval '24 hours' end`;

/** Whether a remembered session can still be extended. */
const slides = `s.remembered and s.expires_at < ${latestEnd}`;

/** A session with its member. `until` is the time when the session next changes by itself. */
type FoundSession = { readonly digest: string; readonly member: SignedIn; readonly until: Date };

/** Returns the sessions with these digests and marks them as seen. */
export async function findSessions(pool: Pool, digests: string[]): Promise<FoundSession[]> {
  lookedUp.observe(digests.length);
  const { rows } = await pool.query<Row>({
    name: 'sessions',
    text: `select encode(s.token_hash, 'hex') as digest, ${memberColumns},
                  ${slides} and s.expires_at < now() + interval '29 days' as slides,
                  s.last_seen_at > now() - interval '5 minutes' as seen, s.id as session_id,
                  ${isFresh('s.factor_at')} as factor_fresh, ${isFresh('s.password_at')} as password_fresh,
                  ${resetWaitUntil} as reset_wait_until,
                  least(s.expires_at, ${latestEnd}, s.last_seen_at + interval '5 minutes',
                        ${resetWaitUntil},
                        case when ${slides} then s.expires_at - interval '29 days' end,
                        case when ${isFresh('s.factor_at')} then s.factor_at + interval '10 minutes' end,
                        case when ${isFresh('s.password_at')} then s.password_at + interval '10 minutes' end
                  ) as until
           from unnest($1::text[]) asked (digest)
           join sessions s on s.token_hash = decode(asked.digest, 'hex')
           join users u on u.id = s.user_id
           where s.expires_at > now() and ${latestEnd} > now() and u.disabled_at is null`,
    values: [digests],
  });
  const stale = rows.filter((row) => row.slides || !row.seen).map((row) => row.digest);
  if (stale.length > 0) await touch(pool, stale);
  return rows.map(({ digest, until, ...row }) => ({
    digest,
    until,
    member: {
      ...memberOf(row),
      sessionId: row.session_id,
      factorFresh: row.factor_fresh,
      passwordFresh: row.password_fresh,
      resetWaitUntil: row.reset_wait_until,
    },
  }));
}

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

/** Marks sessions as seen. Extends remembered sessions to thirty days from now, up to their latest end. */
const touch = (pool: Pool, digests: string[]) =>
  pool.query(
    `update sessions s set last_seen_at = now(),
                           expires_at = case when remembered then least(now() + interval '30 days', ${latestEnd})
                                             else expires_at end
     where token_hash in (select decode(digest, 'hex') from unnest($1::text[]) asked (digest))`,
    [digests],
  );
