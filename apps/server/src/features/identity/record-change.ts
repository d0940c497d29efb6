import type { Queryable } from '../../platform/database/pool.ts';

/** A topic that can change without a change of a balance. */
type ChangedTopic = 'money' | 'requests' | 'notifications' | 'contacts' | 'account';

/** Notifies the open pages of these members in the caller's transaction, so the pages reload the topic. */
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
