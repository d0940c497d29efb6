import type { PoolClient } from 'pg';
import type { Pool } from '../src/platform/database/pool.ts';
import { transact } from '../src/platform/database/transact.ts';

/** Runs the work in a transaction of all ledgers, rolls it back, and returns the work's result. */
export async function rolledBack<Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
  const undone = new Error('the transaction is rolled back');
  const results: Result[] = [];
  const run = transact(pool, async (tx) => {
    results.push(await work(tx));
    throw undone;
  });
  const error: unknown = await run.catch((thrown: unknown) => thrown);
  const [result] = results.slice(-1);
  if (error !== undone || result === undefined) throw error;
  return result;
}
