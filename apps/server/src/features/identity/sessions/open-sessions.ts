import type { OpenSession } from '@florin/contract';
import type { Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordChange } from '../record-change.ts';
import type { SignedIn } from '../member.ts';
import { tokenDigest } from '../secret-token.ts';
import { keyEnded, sessionEnded, tokenOf } from './authenticate.ts';
import { deviceOf } from './device.ts';
import { maskedNetwork } from './network.ts';

type Row = {
  id: string;
  user_agent: string;
  ip: string;
  new_device: boolean;
  created_at: Date;
  last_seen_at: Date;
};

/** Returns the open sessions: first the current session, then all other sessions, the last used first. */
export async function listSessions(
  database: Queryable,
  { id, sessionId }: { readonly id: string; readonly sessionId?: string },
): Promise<OpenSession[]> {
  const { rows } = await database.query<Row>(
    `select id, user_agent, ip, new_device, created_at, last_seen_at from sessions
     where user_id = $1 and expires_at > now() order by id is not distinct from $2 desc, last_seen_at desc, id`,
    [id, sessionId],
  );
  return rows.map((row) => {
    const { name, kind } = deviceOf(row.user_agent);
    return {
      id: row.id,
      device: name,
      kind,
      network: maskedNetwork(row.ip),
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      current: row.id === sessionId,
      new_device: row.new_device,
    };
  });
}

/** Ends the session of a credential on every node. */
export async function endSession(database: Queryable, credential: string): Promise<void> {
  await database.query(`delete from sessions where token_hash = decode($1, 'hex')`, [tokenDigest(tokenOf(credential))]);
}

/** Ends a session and notifies its open pages. Refusals: `session_not_found`, also for another member's session. */
export async function endOneSession(database: Queryable, { id }: Pick<SignedIn, 'id'>, session: string): Promise<void> {
  const { rowCount } = await database.query('delete from sessions where id::text = $1 and user_id = $2', [session, id]);
  if (rowCount === 0) throw new Refusal('session_not_found', 'This session has already ended.');
  await recordChange(database, [id], 'account');
}

export async function endOtherSessions(
  database: Queryable,
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
): Promise<void> {
  await database.query('delete from sessions where user_id = $1 and id <> $2', [id, sessionId]);
  await recordChange(database, [id], 'account');
}

/**
 * Rejects a change if its session ended, or its API key was revoked, since the call began. Locks the rows of the member and
 * of the person who acts for it, in the transaction that makes the change. Refusals: `not_signed_in`.
 */
export async function assertStillSignedIn(
  tx: Queryable,
  { id, sessionId, acts, key }: Pick<SignedIn, 'id' | 'sessionId' | 'acts' | 'key'>,
): Promise<void> {
  const ids = [id, acts?.person.id ?? id];
  await tx.query('select from users where id = any ($1) order by id for no key update', [ids]);
  // A separate statement sees the sessions as they are after the lock.
  const { rowCount } = key
    ? await tx.query('select from usable_keys where id = $1', [key.id])
    : await tx.query('select from sessions where id = $1', [sessionId]);
  if (rowCount === 0) throw key ? keyEnded() : sessionEnded();
}

/** Ends all sessions of a member on every node. */
export async function endAllSessions(database: Queryable, userId: string): Promise<void> {
  await database.query('delete from sessions where user_id = $1', [userId]);
  await recordChange(database, [userId], 'account');
}
