import type { Queryable } from '../platform/database/pool.ts';

/** The sweep has found something, and nobody has opened the ledger again. */
export async function isLedgerClosed(database: Queryable): Promise<boolean> {
  const { rowCount } = await database.query('select from books.closures where reopened_at is null limit 1');
  return rowCount !== 0;
}
