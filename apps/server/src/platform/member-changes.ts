import type { Queryable } from './database/pool.ts';

/** The topics of a member's data that can change without a balance change. */
export type ChangedTopic = 'money' | 'requests' | 'notifications' | 'contacts' | 'account';

/** Notifies the members' open pages that data of this topic changed. Runs in the caller's transaction. */
export async function noteChange(database: Queryable, userIds: readonly string[], topic: ChangedTopic): Promise<void> {
  await database.query(
    `insert into member_changes as c (user_id, topic) select distinct id, $2 from unnest($1::uuid[]) id order by 1
     on conflict (user_id, topic) do update set version = c.version + 1, changed_at = now()`,
    [userIds, topic],
  );
}
