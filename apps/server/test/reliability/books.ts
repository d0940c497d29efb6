import { expect } from 'vitest';
import type { Pool } from '../../src/platform/database/pool.ts';

/** Expects the whole sweep and the incremental sweep to find nothing, and no deadlock in this database. */
export async function expectCleanBooks(ownerPool: Pool) {
  const sweep = await ownerPool.query('select * from ledger.sweep()');
  expect(sweep.rows, 'the sweep finds nothing').toEqual([]);
  const incremental = await ownerPool.query<{ findings: number }>('select ledger.run_sweep(false) as findings');
  expect(incremental.rows[0]?.findings, 'the incremental sweep finds nothing').toBe(0);
  const { rows } = await ownerPool.query<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  expect(rows[0]?.deadlocks, 'no deadlock').toBe(0n);
}

/** Returns how many entries of this kind there are. An entry in two ledgers counts once. */
export async function countEntries(ownerPool: Pool, kind: string): Promise<number> {
  const { rows } = await ownerPool.query<{ count: bigint }>(
    `select count(*) from books.entries where kind = $1 and metadata ->> 'first_half' is null`,
    [kind],
  );
  return Number(rows[0]?.count);
}
