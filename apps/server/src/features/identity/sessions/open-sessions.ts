import type { OpenSession } from '@florin/contract';
import type { Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordChange } from '../record-change.ts';
import type { SignedIn } from '../member.ts';
import { sessionEnded } from '../sessions.ts';
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

/** Where the account is signed in, the asking session first, then by when they were last seen. */
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

/** Pages that are open there hear of it and leave. Refusals: `session_not_found`, also for another member's. */
export async function endOneSession(database: Queryable, { id }: Pick<SignedIn, 'id'>, session: string): Promise<void> {
  const { rowCount } = await database.query('delete from sessions where id::text = $1 and user_id = $2', [session, id]);
  if (rowCount === 0) throw new Refusal('session_not_found', 'This session has ended already.');
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
 * Looking at a password or a passkey takes a moment, and whoever ends the session in it has the last word: what was begun
 * with it does not come to stand. In the transaction that does it, which keeps the member's row. Refusals:
 * `not_signed_in`.
 */
export async function assertStillSignedIn(
  tx: Queryable,
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
): Promise<void> {
  await tx.query('select from users where id = $1 for no key update', [id]);
  // A statement of its own: what it sees is newer than the lock.
  const { rowCount } = await tx.query('select from sessions where id = $1', [sessionId]);
  if (rowCount === 0) throw sessionEnded();
}

/** None stays, on no node. */
export async function endAllSessions(database: Queryable, userId: string): Promise<void> {
  await database.query('delete from sessions where user_id = $1', [userId]);
  await recordChange(database, [userId], 'account');
}
