import type { Pool } from '../../../platform/database/pool.ts';
import { countBuckets, histogram } from '../../../platform/metrics/registry.ts';
import { memberColumns, memberOf, type MemberRow, type SignedIn } from '../member.ts';

const lookedUp = histogram('florin_session_lookup_sessions', 'Sessions loaded per query', countBuckets);

/** The latest end of any session, even if it is used every day. */
const latestEnd = `s.created_at + interval '90 days'`;

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
 * Returns SQL that checks whether a time is in the last ten minutes. A future time comes from a clock that was ahead
 * and does not count.
 */
const isFresh = (at: string) =>
  `coalesce(${at} > now() - interval '10 minutes' and ${at} <= now() + interval '1 minute', false)`;

/**
 * The end of the wait after operators reset a second factor. Some calls are rejected until this time.
 * docs/decisions/0073.
 */
export const resetWaitUntil = (alias: 'u' | 'm') =>
  `case when ${alias}.factor_reset_at > now() - interval '24 hours' then ${alias}.factor_reset_at + interval '24 hours' end`;

/** Whether a remembered session can still be extended. */
const slides = `s.remembered and s.expires_at < ${latestEnd}`;

/** A session with its member. `until` is the time of the session's next change without an event. */
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
                  ${resetWaitUntil('u')} as reset_wait_until,
                  least(s.expires_at, ${latestEnd}, s.last_seen_at + interval '5 minutes',
                        ${resetWaitUntil('u')},
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

/** Marks sessions as seen. Extends remembered sessions to thirty days from now, up to their latest end. */
const touch = (pool: Pool, digests: string[]) =>
  pool.query(
    `update sessions s set last_seen_at = now(),
                           expires_at = case when remembered then least(now() + interval '30 days', ${latestEnd})
                                             else expires_at end
     where token_hash in (select decode(digest, 'hex') from unnest($1::text[]) asked (digest))`,
    [digests],
  );
