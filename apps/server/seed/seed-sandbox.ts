import type { Pool } from '../src/platform/database/pool.ts';
import type { Stage } from './play-scene.ts';

/**
 * Creates the demo accounts of a fresh sandbox once: a past year and today's scenes. Each step has its own idempotency
 * key, so an interrupted start continues where it stopped. One of several nodes does the work; the others wait.
 *
 * @param maxWaitMs how long to wait for the first prices, which the purchases need
 * @returns whether the demo accounts exist
 */
export async function seedSandbox(
  ownerPool: Pool,
  stage: Stage,
  say: (line: string) => void,
  maxWaitMs = 30_000,
): Promise<boolean> {
  const client = await ownerPool.connect();
  try {
    await client.query('begin');
    // Not `for update`: code that encrypts data at the same time reads this row (platform/key-check.ts).
    const { rows } = await client.query<{ seeded: boolean; now: Date }>(
      'select seeded_at is not null as seeded, now() as now from installation for no key update',
    );
    const [installation] = rows;
    if (installation && !installation.seeded) {
      const { fillSandbox } = await import('./fill-sandbox.ts'); // loaded only when needed
      if (!(await fillSandbox(ownerPool, stage, { now: installation.now, say, maxWaitMs }))) {
        await client.query('rollback');
        return false;
      }
      await client.query('update installation set seeded_at = now()');
    }
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
