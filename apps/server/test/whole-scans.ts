import type { Pool, Queryable } from '../src/platform/database/pool.ts';
import { transact } from '../src/platform/database/transact.ts';

/** Returns how often the work scans a whole table. PostgreSQL uses an index wherever one fits, even for few rows. */
export const wholeScans = (pool: Pool, table: string, work: (tx: Queryable) => Promise<unknown>): Promise<number> =>
  transact(pool, async (tx) => {
    await tx.query('set local enable_seqscan = off');
    const before = await scansSoFar(tx, table);
    await work(tx);
    return (await scansSoFar(tx, table)) - before;
  });

/** The statistics may include the connection's earlier statements, so callers compare before and after. */
async function scansSoFar(tx: Queryable, table: string): Promise<number> {
  const { rows } = await tx.query<{ scans: number }>(
    'select seq_scan::int as scans from pg_stat_xact_user_tables where relname = $1',
    [table],
  );
  if (!rows[0]) throw new Error(`there is no table ${table}`);
  return rows[0].scans;
}
