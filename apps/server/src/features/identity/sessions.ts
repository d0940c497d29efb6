import { hash, randomBytes } from 'node:crypto';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { turnLoader } from '../../platform/database/turn-loader.ts';
import { Refusal } from '../../platform/refusal.ts';
import { memberColumns, memberOf, type Member, type MemberRow } from './member.ts';

const tokenBytes = 32;

/** Only this is stored: who reads the table cannot sign in with it. */
const digestOf = (token: string) => hash('sha256', token, 'hex');

/** Opens a session: 12 hours, or 30 days from its last use when remembered. */
export async function openSession(database: Queryable, userId: string, remembered: boolean): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await database.query(
    `insert into sessions (token_hash, user_id, remembered, expires_at)
     values (decode($1, 'hex'), $2, $3, now() + case when $3 then interval '30 days' else interval '12 hours' end)`,
    [digestOf(token), userId, remembered],
  );
  return token;
}

/** Ends the session now, on every node. */
export async function endSession(database: Queryable, token: string): Promise<void> {
  await database.query(`delete from sessions where token_hash = decode($1, 'hex')`, [digestOf(token)]);
}

type Row = MemberRow & { digest: string; slides: boolean };

/**
 * Finds the member a token belongs to. Asked of the database for every request, so that a session that was ended is
 * ended everywhere at once; requests that arrive together share the query. Refusals: `not_signed_in`.
 */
export function authenticator(pool: Pool): (token: string) => Promise<Member> {
  const load = turnLoader<string, Row>(async (digests) => {
    const { rows } = await pool.query<Row>({
      name: 'sessions',
      text: `select encode(s.token_hash, 'hex') as digest, ${memberColumns},
                    s.remembered and s.expires_at < now() + interval '29 days' as slides
             from unnest($1::text[]) asked (digest)
             join sessions s on s.token_hash = decode(asked.digest, 'hex')
             join users u on u.id = s.user_id
             where s.expires_at > now() and u.disabled_at is null`,
      values: [digests],
    });
    const sliding = rows.filter((row) => row.slides).map((row) => row.digest);
    if (sliding.length > 0) await slide(pool, sliding);
    return new Map(rows.map((row) => [row.digest, row]));
  });
  return async (token) => {
    const row = await load(digestOf(token));
    if (!row) throw new Refusal('not_signed_in', 'Your session has ended. Please sign in again.');
    return memberOf(row);
  };
}

const slide = (pool: Pool, digests: string[]) =>
  pool.query(
    `update sessions set expires_at = now() + interval '30 days'
     where token_hash in (select decode(digest, 'hex') from unnest($1::text[]) asked (digest))`,
    [digests],
  );
