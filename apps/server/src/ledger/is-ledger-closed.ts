import type { Queryable } from '../platform/database/pool.ts';

/** Returns whether a sweep finding has closed the ledger and no operator has reopened it. */
export async function isLedgerClosed(database: Queryable): Promise<boolean> {
  const { rowCount } = await database.query('select from books.closures where reopened_at is null limit 1');
  return rowCount !== 0;
}
