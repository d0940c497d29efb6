import type { Queryable } from '../../platform/database/pool.ts';

/** What can change for a member without a change of balance. */
export type ChangedTopic = 'money' | 'requests' | 'notifications' | 'contacts' | 'account';

/** Tells the open pages of these members to reload, as part of the caller's transaction. */
export async function recordChange(
  database: Queryable,
  userIds: readonly string[],
  topic: ChangedTopic,
): Promise<void> {
  await database.query(
    `insert into member_changes as c (user_id, topic) select distinct id, $2 from unnest($1::uuid[]) id order by 1
     on conflict (user_id, topic) do update set version = c.version + 1, changed_at = now()`,
    [userIds, topic],
  );
}
