import type { Queryable } from '../../platform/database/pool.ts';

/** Deletes counts of member mails that no longer limit anything. */
export async function deleteOldMailCounts(database: Queryable): Promise<void> {
  await database.query(`delete from member_mails where mailed_at < now() - interval '1 day'`);
}
