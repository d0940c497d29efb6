import type { Reencrypt } from '../../../platform/change-master-key.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Vault } from '../../../platform/vault.ts';

export type KeyPair = { readonly publicKey: string; readonly privateKey: string };

export type PushKeys = ReturnType<typeof openPushKeys>;

const purpose = 'push key';

type Row = { public_key: string; sealed_private: Buffer };

/**
 * Opens the keys that sign this installation's push messages (RFC 8292). The keys are created once; the private key is
 * stored encrypted.
 */
export function openPushKeys({ pool, vault }: { readonly pool: Pool; readonly vault: Vault }) {
  let cached: KeyPair | undefined;
  const load = async (): Promise<KeyPair | undefined> => {
    const { rows } = await pool.query<Row>('select public_key, sealed_private from push_keys');
    if (!rows[0]) return undefined;
    const { public_key: publicKey, sealed_private: encrypted } = rows[0];
    return { publicKey, privateKey: vault.decryptOwn(purpose, encrypted).toString() };
  };
  const create = async () => {
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    // If two nodes create keys at once, the first node's keys are stored.
    await transact(pool, async (tx) => {
      const encrypted = await vault.encryptOwn(tx, purpose, privateKey);
      const insert = 'insert into push_keys (public_key, sealed_private) values ($1, $2) on conflict do nothing';
      await tx.query(insert, [publicKey, encrypted]);
    });
    const pair = await load();
    if (!pair) throw new Error('The push keys were stored but not found.');
    return pair;
  };
  return { get: async (): Promise<KeyPair> => (cached ??= (await load()) ?? (await create())) };
}

/** Encrypts the private key again after a change of the master key. */
export const reencryptPushKeys: Reencrypt = async (tx, reencrypt) => {
  const { rows } = await tx.query<Row>('select public_key, sealed_private from push_keys for update');
  for (const { public_key, sealed_private } of rows)
    await tx.query('update push_keys set sealed_private = $2 where public_key = $1', [
      public_key,
      reencrypt(purpose, sealed_private),
    ]);
};
