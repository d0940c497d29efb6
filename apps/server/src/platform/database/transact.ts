import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Pool } from './pool.ts';

/**
 * Serialization failure and deadlock: the database asks to run the same again. And a prepared statement that is not there:
 * it was sent behind one that failed before it was prepared (pipeline.ts), and nothing of it was run.
 */
const retryable = new Set(['40001', '40P01', '26000']);
const maxAttempts = 8;

/** Runs the work again while the database asks for it, a bounded number of times with growing, random pauses. */
export async function withRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !retryable.has(sqlState(error) ?? '')) throw error;
      await sleep(Math.random() * 2 ** attempt);
    }
  }
}

/** Runs the work in one transaction, as often as the database asks. It must not do anything outside the database. */
export function transact<Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
  return withRetry(async () => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  });
}

export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** What was to be written once is there already. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';
