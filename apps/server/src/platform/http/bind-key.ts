import type { Pool } from '../database/pool.ts';
import { digestUuid } from '../digest.ts';
import { Refusal } from '../refusal.ts';

export type KeyBinder = ReturnType<typeof keyBinder>;

/** A call that came with an `Idempotency-Key`. */
export type KeyedCall = {
  readonly actor: string;
  readonly path: string;
  readonly header: string;
  readonly requestHash: bigint;
};

/** One key per member, call and `Idempotency-Key`. */
export const commandKey = ({ actor, path, header }: Omit<KeyedCall, 'requestHash'>): string =>
  digestUuid(actor, path, header);

/**
 * Binds an `Idempotency-Key` to the request that first came with it, whatever comes of the request. The same key with
 * another path or body is refused. Refusals: `idempotency_key_reused`.
 *
 * The most frequent call, a send, must cost no statement more. So its key is bound by its own journal entry
 * (`entryPath`), and every other call is bound under the key that a send would have: a call finds a send in the journal,
 * and `ledger.post` finds the other calls in `command_keys`. A send and another call with one key at the very same moment
 * can both go through.
 *
 * The row is durable as soon as what the command does is, so it need not wait for the disk itself.
 */
export const keyBinder =
  (pool: Pool, entryPath: string) =>
  async ({ actor, path, header, requestHash }: KeyedCall): Promise<void> => {
    if (path === entryPath) return;
    const key = commandKey({ actor, path: entryPath, header });
    const { rowCount } = await pool.query({
      name: 'bind-key',
      text: `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
             insert into command_keys (key, request_hash)
             select $1, $2 from unflushed where not exists (select from books.entries where key = $1)
             on conflict (key) do nothing`,
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
