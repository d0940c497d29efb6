import type { Queryable } from '../../platform/database/pool.ts';
import { liftRestriction, recordChange } from '../identity/index.ts';
import { mailLifted } from './mails.ts';

/** An open receivable, locked. */
export type OpenReceivable = { readonly id: string; readonly user_id: string; readonly open: bigint };

/**
 * Records in the caller's transaction that a part of a receivable was paid or written off. When the member has no debt
 * any more, the restriction of the account ends automatically. The caller has locked the member.
 */
export async function reduceReceivable(
  tx: Queryable,
  { id, user_id, open }: OpenReceivable,
  { units, ending }: { readonly units: bigint; readonly ending: 'paid' | 'written_off' },
): Promise<void> {
  const isOver = units === open;
  await tx.query(
    `update taken_deposits set open = open - $2, ended_at = case when $3 then now() end, ending = case when $3 then $4 end
     where id = $1`,
    [id, units, isOver, ending],
  );
  if (!isOver) return;
  await recordChange(tx, [user_id], 'notifications');
  const { rowCount: others } = await tx.query('select from taken_deposits where user_id = $1 and open > 0 limit 1', [
    user_id,
  ]);
  if (others !== 0 || !(await liftRestriction(tx, user_id))) return;
  await tx.query('update taken_deposits set lifted = true where id = $1', [id]);
  await mailLifted(tx, user_id, { id, ending });
}
