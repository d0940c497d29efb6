import type { Pool } from '../src/platform/database/pool.ts';

/** As if the member's subscription had begun so many months earlier, and so much more time had passed since. */
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

/** As if the three days in which the month can still be paid were over. */
export async function letGraceEnd(ownerPool: Pool, userId: string): Promise<void> {
  await ownerPool.query(`update subscriptions set grace_until = now() where user_id = $1 and grace_until is not null`, [
    userId,
  ]);
}
