import type { Queryable } from '../../../platform/database/pool.ts';

/** Links that were mailed to set another are void with it. */
export async function setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void> {
  await tx.query('update users set password_hash = $2, password_changed_at = now() where id = $1', [
    userId,
    passwordHash,
  ]);
  await tx.query('update password_resets set used_at = now() where user_id = $1 and used_at is null', [userId]);
}
