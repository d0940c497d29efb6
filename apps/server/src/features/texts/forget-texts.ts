import type { Queryable } from '../../platform/database/pool.ts';

/** Drops the member's unsent texts after their number changed. */
export const dropWaitingTexts = (tx: Queryable, memberId: string) =>
  tx.query(
    `update texts set given_up_at = now(), sealed_body = null, recipient = ''
     where user_id = $1 and sent_at is null and given_up_at is null`,
    [memberId],
  );

/** Removes the member from their texts. The rows stay, because they count against the daily limit of the number. */
export async function forgetTexts(tx: Queryable, memberId: string): Promise<void> {
  await dropWaitingTexts(tx, memberId);
  await tx.query(
    `update texts set user_id = null, sealed_body = null, recipient = '', once = null, last_error = null where user_id = $1`,
    [memberId],
  );
}

/** Deletes texts older than 30 days. */
export async function deleteOldTexts(database: Queryable): Promise<void> {
  await database.query(`delete from texts where created_at < now() - interval '30 days'`);
}

/** Returns the texts to a member, oldest first, in the form of the member's export. */
export async function listTexts(database: Queryable, memberId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await database.query<Record<string, unknown>>(
    'select purpose, recipient, created_at, sent_at from texts where user_id = $1 order by created_at',
    [memberId],
  );
  return rows;
}
