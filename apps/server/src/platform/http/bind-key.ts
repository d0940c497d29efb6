import type { Pool, Queryable } from '../database/pool.ts';
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

type Binding = { readonly key: string; readonly requestHash: bigint };

type OtherBooks = {
  /** Returns the database that has the member's entries. */
  readonly booksOf: (owner: string) => Promise<Queryable>;
  readonly hasEntryElsewhere: (owner: string, key: string) => Promise<boolean>;
};

/** Returns the command key for a member, path and `Idempotency-Key`. */
export const commandKey = ({ actor, path, header }: Omit<KeyedCall, 'requestHash'>): string =>
  digestUuid(actor, path, header);

/**
 * Binds an `Idempotency-Key` to the first request that uses it, even if that request fails. Rejects the same key with
 * another path or body. Refusals: `idempotency_key_reused`.
 *
 * A send is the most frequent call and must not need another statement. So the journal entry of a send (`entryPath`)
 * binds its key. Every other call is bound under the key that a send would have. So such a call finds a send in the
 * journal, and `ledger.post` finds the other calls in `command_keys`. If a send and another call use one key at the
 * same moment, both can succeed.
 *
 * The row becomes durable together with the command's own commit, so this insert does not wait for the disk.
 *
 * Members whose money is in another database have the row there, too, because `ledger.post` looks for the row in its
 * own database.
 */
export function keyBinder(pool: Pool, entryPath: string, { booksOf, hasEntryElsewhere }: OtherBooks) {
  return async ({ actor, path, header, requestHash }: KeyedCall): Promise<void> => {
    if (path === entryPath) return;
    const key = commandKey({ actor, path: entryPath, header });
    await bind({ key, requestHash, isSend: await hasEntryElsewhere(actor, key) });
    const books = await booksOf(actor);
    if (books !== pool) await copyTo(books, { key, requestHash });
  };

  async function bind({ key, requestHash, isSend }: Binding & { readonly isSend: boolean }): Promise<void> {
    const { rowCount } = await pool.query({
      name: 'bind-key',
      text: `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
             insert into command_keys (key, request_hash)
             select $1, $2 from unflushed where not ($3 or exists (select from member_books.entries where key = $1))
             on conflict (key) do nothing`,
      values: [key, requestHash, isSend],
    });
    if (rowCount === 1) return;
    const { rows } = await pool.query<{ request_hash: bigint }>({
      name: 'bound-key',
      text: 'select request_hash from command_keys where key = $1',
      values: [key],
    });
    if (rows[0]?.request_hash !== requestHash)
      throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
}

async function copyTo(books: Queryable, { key, requestHash }: Binding): Promise<void> {
  await books.query({
    name: 'bind-key-elsewhere',
    text: `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
           insert into command_keys (key, request_hash) select $1, $2 from unflushed on conflict (key) do nothing`,
    values: [key, requestHash],
  });
}
