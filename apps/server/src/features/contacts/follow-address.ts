import type { Queryable } from '../../platform/database/pool.ts';
import { noteChange } from '../../platform/member-changes.ts';

/**
 * A member has another address: contacts that were made of the old one go on leading to them. Whoever has the new one
 * among their contacts already keeps that.
 */
export async function followAddress(
  tx: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { rows } = await tx.query<{ user_id: string }>(
    `update contacts c set email = $2
     where c.email = $1 and not exists (select 1 from contacts k where k.user_id = c.user_id and k.email = $2)
     returning user_id`,
    [from, to],
  );
  await tx.query('delete from contacts where email = $1', [from]);
  await noteChange(
    tx,
    rows.map((row) => row.user_id),
    'contacts',
  );
}
