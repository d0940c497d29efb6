import type { Pool } from '../src/platform/database/pool.ts';
import type { TestApp } from './test-app.ts';

/** Returns the application's connections to all ledgers, the main one first. */
export function poolsOf({ database, ledgers }: Pick<TestApp, 'database' | 'ledgers'>): [Pool, ...Pool[]] {
  return [database.pool, ...ledgers.slice(1).map(({ pool }) => pool)];
}

/** Runs a statement as the owner in the database of each ledger, such as one that makes entries older. */
export async function inAllLedgers(
  { ledgers }: Pick<TestApp, 'ledgers'>,
  statement: string,
  values?: unknown[],
): Promise<void> {
  for (const { ownerPool } of ledgers) await ownerPool.query(statement, values);
}

/** Closes all ledgers, as after a finding between them. */
export const closeLedgers = (florin: Pick<TestApp, 'ledgers'>): Promise<void> =>
  inAllLedgers(florin, `insert into ledger.closures (reason) values ('a test')`);

/** Reopens all ledgers, as an operator does. */
export const reopenLedgers = (florin: Pick<TestApp, 'ledgers'>): Promise<void> =>
  inAllLedgers(florin, 'update ledger.closures set reopened_at = now()');
