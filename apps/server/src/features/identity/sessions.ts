import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { turnLoader } from '../../platform/database/turn-loader.ts';
import { countBuckets, histogram } from '../../platform/metrics/registry.ts';
import { Refusal } from '../../platform/refusal.ts';
import { memberColumns, memberOf, type MemberRow, type SignedIn } from './member.ts';
import { newToken, tokenDigest } from './secret-token.ts';
import type { Origin } from './sessions/device.ts';

const lookedUp = histogram('florin_session_lookup_sessions', 'Sessions that one query has looked up', countBuckets);

type Opening = {
  readonly remembered: boolean;
  readonly origin: Origin;
  /** A second factor was shown with it. */
  readonly withFactor?: boolean;
  /** Not seen on this account before. */
  readonly onNewDevice?: boolean;
};

/** Opens a session: 12 hours, or 30 days from its last use when remembered. */
export async function openSession(
  database: Queryable,
  userId: string,
  { remembered, origin, withFactor = false, onNewDevice = false }: Opening,
): Promise<string> {
  const token = newToken();
  await database.query(
    `insert into sessions (token_hash, user_id, remembered, user_agent, ip, factor_at, new_device, expires_at)
     values (decode($1, 'hex'), $2, $3, $4, $5, case when $6 then now() end, $7,
             now() + case when $3 then interval '30 days' else interval '12 hours' end)`,
    [tokenDigest(token), userId, remembered, origin.userAgent, origin.ip, withFactor, onNewDevice],
  );
  return token;
}

/** Ends the session now, on every node. */
export async function endSession(database: Queryable, token: string): Promise<void> {
  await database.query(`delete from sessions where token_hash = decode($1, 'hex')`, [tokenDigest(token)]);
}

type Row = MemberRow & { digest: string; slides: boolean; seen: boolean; session_id: string; factor_fresh: boolean };

/**
 * Finds the member a token belongs to. Asked of the database for every request, so that a session that was ended is
 * ended everywhere at once; requests that arrive together share the query. Refusals: `not_signed_in`.
 */
export function authenticator(pool: Pool): (token: string) => Promise<SignedIn> {
  const load = turnLoader<string, Row>(async (digests) => {
    lookedUp.observe(digests.length);
    const { rows } = await pool.query<Row>({
      name: 'sessions',
      text: `select encode(s.token_hash, 'hex') as digest, ${memberColumns},
                    s.remembered and s.expires_at < now() + interval '29 days' as slides,
                    s.last_seen_at > now() - interval '5 minutes' as seen, s.id as session_id,
                    coalesce(s.factor_at > now() - interval '10 minutes', false) as factor_fresh
             from unnest($1::text[]) asked (digest)
             join sessions s on s.token_hash = decode(asked.digest, 'hex')
             join users u on u.id = s.user_id
             where s.expires_at > now() and u.disabled_at is null`,
      values: [digests],
    });
    const stale = rows.filter((row) => row.slides || !row.seen).map((row) => row.digest);
    if (stale.length > 0) await touch(pool, stale);
    return new Map(rows.map((row) => [row.digest, row]));
  });
  return async (token) => {
    const row = await load(tokenDigest(token));
    if (!row) throw sessionEnded();
    return { ...memberOf(row), sessionId: row.session_id, factorFresh: row.factor_fresh };
  };
}

export const sessionEnded = () => new Refusal('not_signed_in', 'Your session has ended. Please sign in again.');

/** Seen now; and a remembered session lasts thirty days from here. */
const touch = (pool: Pool, digests: string[]) =>
  pool.query(
    `update sessions set last_seen_at = now(),
                         expires_at = case when remembered then now() + interval '30 days' else expires_at end
     where token_hash in (select decode(digest, 'hex') from unnest($1::text[]) asked (digest))`,
    [digests],
  );
