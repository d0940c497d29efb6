import { expect } from 'vitest';
import { blockedStatements } from './blocked-statements.ts';
import type { TestDatabase } from './test-database.ts';

/**
 * Runs work that posts several entries in one transaction. Expects that the work waits for the house account with the
 * lowest id before it locks any other account of the ledger. In this order, the work and a batch do not wait for each
 * other.
 */
export async function expectLocksInOrder(
  { ownerPool }: Pick<TestDatabase, 'ownerPool'>,
  houses: readonly bigint[],
  work: () => Promise<unknown>,
): Promise<void> {
  const lowest = houses.reduce((least, one) => (one < least ? one : least));
  const tx = await ownerPool.connect();
  try {
    await tx.query('begin');
    await tx.query('select from ledger.accounts where id between $1 and $1::bigint + 15 for no key update', [lowest]);
    let isOver = false;
    const done = work().finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await blockedStatements({ ownerPool })) > 0).toBe(true);
    expect(isOver).toBe(false);
    const { rowCount: free } = await tx.query('select from ledger.accounts for no key update skip locked');
    const { rows } = await tx.query<{ all: number }>('select count(*)::int as all from ledger.accounts');
    expect(free).toBe(rows[0]?.all);
    await tx.query('commit');
    await done;
  } finally {
    tx.release(true);
  }
}
