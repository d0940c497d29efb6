import type { Pool } from '../database/pool.ts';
import { Refusal } from '../refusal.ts';
import type { Command } from './route.ts';

export type KeyBinder = ReturnType<typeof keyBinder>;

/**
 * Binds a command's key to what was first asked with it, whatever comes of that. Refusals: `idempotency_key_reused`.
 *
 * A key from before keys were bound is bound by its repeat, which is told what became of the first as it always was.
 */
export const keyBinder =
  (pool: Pool) =>
  async ({ key, requestHash }: Command): Promise<void> => {
    const { rowCount } = await pool.query({
      name: 'bind-key',
      text: 'insert into command_keys (key, request_hash) values ($1, $2) on conflict (key) do nothing',
      values: [key, requestHash],
    });
    if (rowCount === 1) return;
    const { rows } = await pool.query<{ request_hash: bigint }>({
      name: 'bound-key',
      text: 'select request_hash from command_keys where key = $1',
      values: [key],
    });
    if (rows[0]?.request_hash !== requestHash)
      throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  };
