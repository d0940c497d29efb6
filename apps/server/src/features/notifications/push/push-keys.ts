import type { Reseal } from '../../../platform/change-master-key.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Vault } from '../../../platform/vault.ts';

export type KeyPair = { readonly publicKey: string; readonly privateKey: string };

export type PushKeys = ReturnType<typeof openPushKeys>;

const purpose = 'push key';

type Row = { public_key: string; sealed_private: Buffer };

/** What this installation signs its push messages with (RFC 8292): made once, the private half sealed. */
export function openPushKeys({ pool, vault }: { readonly pool: Pool; readonly vault: Vault }) {
  let known: KeyPair | undefined;
  const kept = async (): Promise<KeyPair | undefined> => {
    const { rows } = await pool.query<Row>('select public_key, sealed_private from push_keys');
    if (!rows[0]) return undefined;
    const { public_key: publicKey, sealed_private: sealed } = rows[0];
    return { publicKey, privateKey: vault.openOwn(purpose, sealed).toString() };
  };
  const make = async () => {
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    // Of two nodes at the same moment the first one's are kept.
    await transact(pool, async (tx) => {
      const sealed = await vault.sealOwn(tx, purpose, privateKey);
      const insert = 'insert into push_keys (public_key, sealed_private) values ($1, $2) on conflict do nothing';
      await tx.query(insert, [publicKey, sealed]);
    });
    const pair = await kept();
    if (!pair) throw new Error('push keys that were just kept are gone');
    return pair;
  };
  return { get: async (): Promise<KeyPair> => (known ??= (await kept()) ?? (await make())) };
}

/** When the master key changes. */
export const resealPushKeys: Reseal = async (tx, sealAgain) => {
  const { rows } = await tx.query<Row>('select public_key, sealed_private from push_keys for update');
  for (const { public_key, sealed_private } of rows)
    await tx.query('update push_keys set sealed_private = $2 where public_key = $1', [
      public_key,
      sealAgain(purpose, sealed_private),
    ]);
};
