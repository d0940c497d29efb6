import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { postRaw } from './driver.ts';
import { accountOrder, batches } from './orders.ts';
import { toBatch } from './to-batch.ts';
import { openWorld } from './world.ts';

/** Returns a database with all kinds of entries for tests that alter them. The entries are always the same. */
export async function someBooks(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const world = await openWorld(database.pool, { users: 5, opening: 1_000n });
  const [plan = []] = fc.sample(batches(accountOrder, 20), { numRuns: 1, seed: 1 });
  for (const orders of plan) {
    const batch = toBatch(world, orders);
    const answers = await postRaw(database.pool, batch);
    for (const [i, entry] of batch.entries()) world.model.post(entry, answers[i]?.id ?? 0n);
  }
  return database;
}
