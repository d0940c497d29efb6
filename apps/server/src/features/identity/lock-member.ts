import type { Queryable } from '../../platform/database/pool.ts';

/**
 * Locks the member until the transaction ends and serializes changes of one member.
 *
 * @returns whether the account is still open
 */
export async function lockMember(tx: Queryable, memberId: string): Promise<boolean> {
  const { rows } = await tx.query<{ open: boolean }>(
    'select closed_at is null as open from users where id = $1 for no key update',
    [memberId],
  );
  return rows[0]?.open === true;
}

/**
 * Returns whether the account is open and without debt, and blocks freezing until the transaction ends. Use it in the
 * transaction that posts money out of an account without its member's session (docs/decisions/0056).
 */
export async function mayPayOut(tx: Queryable, memberId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from users where id = $1 and disabled_at is null and restricted_at is null for share',
    [memberId],
  );
  return rowCount === 1;
}

/** Makes a freeze or a password reset of these members wait until the transaction ends. */
export async function holdMembers(tx: Queryable, memberIds: readonly string[]): Promise<void> {
  await tx.query('select from users where id = any ($1) order by id for share', [memberIds]);
}
