import type { Pool } from '../src/platform/database/pool.ts';
import type { Stage } from './play-scene.ts';

/**
 * Fills a fresh sandbox with its cast, once: a year that was, and what happens today. Each step has a key of its own, so
 * that a start that was cut off goes on where it stopped; of several nodes one does it and the others wait.
 *
 * @param patienceMs how long the first prices are waited for: the cast buys coins
 * @returns whether the cast is there
 */
export async function seedSandbox(
  ownerPool: Pool,
  stage: Stage,
  say: (line: string) => void,
  patienceMs = 30_000,
): Promise<boolean> {
  const client = await ownerPool.connect();
  try {
    await client.query('begin');
    // Not `for update`: what is sealed meanwhile reads the same row (platform/key-check.ts).
    const { rows } = await client.query<{ seeded: boolean; now: Date }>(
      'select seeded_at is not null as seeded, now() as now from installation for no key update',
    );
    const [installation] = rows;
    if (installation && !installation.seeded) {
      const { fillSandbox } = await import('./fill-sandbox.ts'); // no other start needs it
      if (!(await fillSandbox(ownerPool, stage, { now: installation.now, say, patienceMs }))) {
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
