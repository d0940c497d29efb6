import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { recordChange } from '../identity/index.ts';

/** Marks everything up to the moment as read. The mark never moves back and is never in the future. */
export function markRead(pool: Pool, userId: string, until: Date): Promise<void> {
  return transact(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `insert into notification_reads as r (user_id, read_until) values ($1, least($2::timestamptz, now()))
       on conflict (user_id) do update set read_until = excluded.read_until
       where r.read_until < excluded.read_until`,
      [userId, until],
    );
    if (rowCount === 1) await recordChange(tx, [userId], 'notifications');
  });
}

export async function readUntil(database: Queryable, userId: string): Promise<Date | undefined> {
  const { rows } = await database.query<{ read_until: Date }>(
    'select read_until from notification_reads where user_id = $1',
    [userId],
  );
  return rows[0]?.read_until;
}
