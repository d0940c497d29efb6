import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../src/platform/database/pool.ts';
import { sqlState } from '../../src/platform/database/transact.ts';
import { postRaw, type Answer } from './driver.ts';
import type { ModelEntry } from './entry.ts';

export type Done = { readonly batch: readonly ModelEntry[]; readonly answers: readonly Answer[] };

const writers = 4;

/**
 * Posts the batches on four connections at once, each connection its share in order. Repeats batches that failed with
 * 40001.
 */
export async function postAtOnce(pool: Pool, batches: readonly (readonly ModelEntry[])[]) {
  const done: Done[] = [];
  let repeated = 0;
  const write = async (writer: number) => {
    const client = await pool.connect();
    try {
      for (const batch of batches.filter((_, i) => i % writers === writer)) {
        for (;;) {
          const answers = await postRaw(client, batch).catch((error: unknown) => {
            if (sqlState(error) !== '40001') throw error;
          });
          if (answers) {
            done.push({ batch, answers });
            break;
          }
          repeated += 1;
        }
      }
    } finally {
      client.release();
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return { done, repeated };
}

/**
 * Returns how many deadlocks PostgreSQL has counted in this database. Waits, because a backend reports its statistics
 * up to a second late.
 */
export async function deadlocks(pool: Pool): Promise<bigint> {
  await sleep(1_500);
  const { rows } = await pool.query<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? -1n;
}
