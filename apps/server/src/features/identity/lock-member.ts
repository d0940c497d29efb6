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
