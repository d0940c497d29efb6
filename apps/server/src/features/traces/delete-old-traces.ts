import type { Queryable } from '../../platform/database/pool.ts';

/** Deletes expired traces: usage from earlier months and denials older than 30 days. */
export async function deleteOldTraces(database: Queryable): Promise<void> {
  await database.query(
    `delete from address_traces
     where month < to_char(now() at time zone 'UTC', 'YYYY-MM')
       and (denied_at is null or denied_at < now() - interval '30 days')`,
  );
  await database.query(`delete from document_traces where denied_at < now() - interval '30 days'`);
}
