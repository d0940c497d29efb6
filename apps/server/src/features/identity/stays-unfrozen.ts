import type { Queryable } from '../../platform/database/pool.ts';

/**
 * Returns whether the account is open, and keeps it so until the transaction ends: freezing waits for this lock. What
 * leaves an account without a session of its member asks this in the transaction that posts it (docs/decisions/0056).
 */
export async function staysUnfrozen(tx: Queryable, memberId: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from users where id = $1 and disabled_at is null for share', [memberId]);
  return rowCount === 1;
}
