import type { Queryable } from './database/pool.ts';

/** What can change of a member without a balance changing. */
export type ChangedTopic = 'money' | 'requests' | 'notifications' | 'contacts' | 'account';

/** Lets the open pages of these members know that they should ask again. Part of the caller's own transaction. */
export async function noteChange(database: Queryable, userIds: readonly string[], topic: ChangedTopic): Promise<void> {
  await database.query(
    `insert into member_changes as c (user_id, topic) select distinct id, $2 from unnest($1::uuid[]) id order by 1
     on conflict (user_id, topic) do update set version = c.version + 1, changed_at = now()`,
    [userIds, topic],
  );
}
