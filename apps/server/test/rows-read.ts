import type { Pool, Queryable } from '../src/platform/database/pool.ts';
import { transact } from '../src/platform/database/transact.ts';

/** Returns how many rows of a table the work reads. PostgreSQL uses an index wherever one fits, even for few rows. */
export const rowsRead = (pool: Pool, table: string, work: (tx: Queryable) => Promise<unknown>): Promise<number> =>
  transact(pool, async (tx) => {
    await tx.query('set local enable_seqscan = off');
    const before = await readSoFar(tx, table);
    await work(tx);
    return (await readSoFar(tx, table)) - before;
  });

/**
 * Disables autovacuum for a table. The statistics of a random moment could lead to another plan, which reads another
 * number of rows. Call this function before adding rows.
 */
export const withoutAutovacuum = (pool: Pool, table: string) =>
  pool.query(`alter table ${table} set (autovacuum_enabled = off)`);

/** The statistics may include the connection's earlier statements, so callers compare before and after. */
async function readSoFar(tx: Queryable, table: string): Promise<number> {
  const { rows } = await tx.query<{ read: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
     from pg_stat_xact_user_tables where relid = $1::regclass`,
    [table],
  );
  if (!rows[0]) throw new Error(`there is no table ${table}`);
  return rows[0].read;
}
