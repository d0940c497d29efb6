import type { Queryable } from '../../../platform/database/pool.ts';
import { endAllSessions } from '../sessions/open-sessions.ts';
import { hashPassword } from './hash-password.ts';

/** Sets the password hash and invalidates the member's reset links. */
export async function setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void> {
  await tx.query('update users set password_hash = $2, password_changed_at = now() where id = $1', [
    userId,
    passwordHash,
  ]);
  await tx.query('update password_resets set used_at = now() where user_id = $1 and used_at is null', [userId]);
}

/** Sets a generated password and ends all sessions, in the caller's transaction. */
export async function replacePassword(tx: Queryable, userId: string, password: string): Promise<void> {
  await setPassword(tx, userId, await hashPassword(password));
  await endAllSessions(tx, userId);
}
