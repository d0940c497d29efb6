import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Reencrypt } from '../../../platform/change-master-key.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Vault } from '../../../platform/vault.ts';
import { readVerifierKey, signNote, verifierKey, type NoteKey } from './signed-note.ts';

const purpose = 'log key';

type Row = { id: number; verifier_key: string; sealed_private: Buffer };

export type LogKeys = ReturnType<typeof openLogKeys>;

/**
 * Opens the Ed25519 keys that sign the log. The first one is created at the first start, with the log's origin as its name,
 * which never changes. The last one signs.
 */
export function openLogKeys({
  pool,
  vault,
  origin,
}: {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly origin: string;
}) {
  let cached: { readonly id: number; readonly key: NoteKey; readonly privateKey: KeyObject } | undefined;
  const newest = async (database: Queryable) => {
    const { rows } = await database.query<Row>(
      'select id, verifier_key, sealed_private from log_keys order by id desc limit 1',
    );
    const [row] = rows;
    if (!row) return undefined;
    if (row.id === cached?.id) return cached;
    const der = vault.decryptOwn(purpose, row.sealed_private);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return (cached = { id: row.id, key: readVerifierKey(row.verifier_key), privateKey });
  };
  const add = async (tx: Queryable, name: string, fromSize: number): Promise<NoteKey> => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const key = { name, publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url') };
    const sealed = await vault.encryptOwn(tx, purpose, privateKey.export({ format: 'der', type: 'pkcs8' }));
    await tx.query(
      `insert into log_keys (id, verifier_key, sealed_private, from_size)
       select coalesce(max(id), 0) + 1, $1, $2, $3 from log_keys`,
      [verifierKey(key), sealed, fromSize],
    );
    return key;
  };
  const current = async (tx: Queryable) => {
    const found = await newest(tx);
    if (!found) throw new Error('the log has no key');
    return found;
  };
  return {
    /** Creates the first key, unless there is one. Only one node does. */
    ready: (): Promise<void> =>
      transact(pool, async (tx) => {
        await tx.query('select from log_heads for update');
        if (!(await newest(tx))) await add(tx, origin, 0);
      }),
    /** The name of the log in its checkpoints and keys. */
    originOf: async (database: Queryable): Promise<string> => (await current(database)).key.name,
    /** Signs a text with the key that signs now. */
    sign: async (database: Queryable, text: string): Promise<string> => {
      const { key, privateKey } = await current(database);
      return signNote(text, key, privateKey);
    },
    /** All keys as verifier keys, oldest first. */
    list: async (database: Queryable): Promise<string[]> => {
      const { rows } = await database.query<Row>('select verifier_key from log_keys order by id');
      return rows.map((row) => row.verifier_key);
    },
    /** Adds a key, which signs checkpoints of a greater size, and returns it. The caller has locked the head of the log. */
    add,
  };
}

/** Encrypts the private keys again after a change of the master key. */
export const reencryptLogKeys: Reencrypt = async (tx, reencrypt) => {
  const { rows } = await tx.query<Row>('select id, sealed_private from log_keys for update');
  for (const { id, sealed_private: sealed } of rows)
    await tx.query('update log_keys set sealed_private = $2 where id = $1', [id, reencrypt(purpose, sealed)]);
};
