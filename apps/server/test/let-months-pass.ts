import type { Pool } from '../src/platform/database/pool.ts';

/** Moves the start of a member's subscription back by this many months. */
export async function letMonthsPass(ownerPool: Pool, userId: string, months: number): Promise<void> {
  await ownerPool.query(
    `update subscriptions s set started_at = earlier.start,
       ends_at = (earlier.start at time zone 'UTC' + make_interval(months => s.months)) at time zone 'UTC'
     from (select user_id, (started_at at time zone 'UTC' - make_interval(months => $2)) at time zone 'UTC' as start
           from subscriptions) earlier
     where earlier.user_id = s.user_id and s.user_id = $1`,
    [userId, months],
  );
}

/** Ends the three-day grace period of a member's unpaid month. */
export async function letGraceEnd(ownerPool: Pool, userId: string): Promise<void> {
  await ownerPool.query(`update subscriptions set grace_until = now() where user_id = $1 and grace_until is not null`, [
    userId,
  ]);
}
