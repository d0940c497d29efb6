import type { Queryable } from '../../platform/database/pool.ts';

/** Deletes traces that limit nothing any more: of an earlier month, and of denials more than 30 days ago. */
export async function deleteOldTraces(database: Queryable): Promise<void> {
  await database.query(
    `delete from address_traces
     where month < to_char(now() at time zone 'UTC', 'YYYY-MM')
       and (denied_at is null or denied_at < now() - interval '30 days')`,
  );
  await database.query(`delete from document_traces where denied_at < now() - interval '30 days'`);
}
