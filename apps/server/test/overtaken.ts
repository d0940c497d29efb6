import type { PoolClient } from 'pg';
import { expect } from 'vitest';
import { blockedStatements } from './blocked-statements.ts';
import type { TestApp } from './test-app.ts';

/**
 * Starts a call and waits until it blocks on the lock of the member's row. Then runs `meanwhile` and commits. Returns
 * the outcome of the call.
 */
export async function overtaken(
  { database }: TestApp,
  userId: string,
  call: () => Promise<unknown>,
  meanwhile: (tx: PoolClient) => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  const tx = await database.ownerPool.connect();
  await tx.query('begin');
  await tx.query('select from users where id = $1 for update', [userId]);
  const outcome = Promise.allSettled([call()]);
  await expect.poll(() => blockedStatements(database)).toBe(1);
  await meanwhile(tx);
  await tx.query('commit');
  tx.release();
  return (await outcome)[0];
}
