import { createHmac, randomBytes } from 'node:crypto';
import type { Reseal } from './change-master-key.ts';
import type { Pool } from './database/pool.ts';
import { transact } from './database/transact.ts';
import type { Vault } from './vault.ts';

export type KeyedDigest = (purpose: string, text: string) => Promise<Buffer>;

const sealedFor = 'digest key';
const keyBytes = 32;

type Row = { sealed: Buffer };

/**
 * HMAC-SHA256 under a key of this installation, which is made once and sealed under the master key: nobody finds out by
 * trying what a digest is of who has the database alone. The key stays when the master key changes, and with it every
 * digest.
 */
export function openKeyedDigest({ pool, vault }: { readonly pool: Pool; readonly vault: Vault }): KeyedDigest {
  let known: Buffer | undefined;
  const kept = async (): Promise<Buffer | undefined> => {
    const { rows } = await pool.query<Row>('select sealed from digest_keys');
    return rows[0] && vault.openOwn(sealedFor, rows[0].sealed);
  };
  const make = async (): Promise<Buffer> => {
    // Of two nodes at the same moment the first one's is kept.
    await transact(pool, async (tx) => {
      const sealed = await vault.sealOwn(tx, sealedFor, randomBytes(keyBytes));
      await tx.query('insert into digest_keys (sealed) values ($1) on conflict do nothing', [sealed]);
    });
    const key = await kept();
    if (!key) throw new Error('a digest key that was just kept is gone');
    return key;
  };
  return async (purpose, text) =>
    createHmac('sha256', (known ??= (await kept()) ?? (await make())))
      .update(`${purpose} ${text}`)
      .digest();
}

/** When the master key changes. */
export const resealDigestKey: Reseal = async (tx, sealAgain) => {
  const { rows } = await tx.query<Row>('select sealed from digest_keys for update');
  for (const { sealed } of rows) await tx.query('update digest_keys set sealed = $1', [sealAgain(sealedFor, sealed)]);
};
