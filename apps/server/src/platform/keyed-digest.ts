import { createHmac, randomBytes } from 'node:crypto';
import type { Reencrypt } from './change-master-key.ts';
import type { Pool } from './database/pool.ts';
import { transact } from './database/transact.ts';
import type { Vault } from './vault.ts';

export type KeyedDigest = (purpose: string, text: string) => Promise<Buffer>;

const encryptionPurpose = 'digest key';
const keyBytes = 32;

type Row = { sealed: Buffer };

/**
 * Returns HMAC-SHA256 digests under a key of this installation. The key is generated once and encrypted under the master
 * key, so a copy of the database is not enough to guess the digested text. A change of the master key changes neither the
 * digest key nor the digests.
 */
export function openKeyedDigest({ pool, vault }: { readonly pool: Pool; readonly vault: Vault }): KeyedDigest {
  let cached: Buffer | undefined;
  const read = async (): Promise<Buffer | undefined> => {
    const { rows } = await pool.query<Row>('select sealed from digest_keys');
    return rows[0] && vault.decryptOwn(encryptionPurpose, rows[0].sealed);
  };
  const generate = async (): Promise<Buffer> => {
    // If two nodes generate a key at the same moment, the first insert wins.
    await transact(pool, async (tx) => {
      const encrypted = await vault.encryptOwn(tx, encryptionPurpose, randomBytes(keyBytes));
      await tx.query('insert into digest_keys (sealed) values ($1) on conflict do nothing', [encrypted]);
    });
    const key = await read();
    if (!key) throw new Error('the digest key is missing after its insert');
    return key;
  };
  return async (purpose, text) =>
    createHmac('sha256', (cached ??= (await read()) ?? (await generate())))
      .update(`${purpose} ${text}`)
      .digest();
}

/** Encrypts the digest key again when the master key changes. */
export const reencryptDigestKey: Reencrypt = async (tx, reencrypt) => {
  const { rows } = await tx.query<Row>('select sealed from digest_keys for update');
  for (const { sealed: encrypted } of rows)
    await tx.query('update digest_keys set sealed = $1', [reencrypt(encryptionPurpose, encrypted)]);
};
