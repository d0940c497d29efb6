import type { Queryable } from '../../platform/database/pool.ts';

/** Deletes the counts of mails between members that limit nothing any more. */
export async function deleteOldMailCounts(database: Queryable): Promise<void> {
  await database.query(`delete from member_mails where mailed_at < now() - interval '1 day'`);
}
