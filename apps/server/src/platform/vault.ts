import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Pool, Queryable } from './database/pool.ts';

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** The data was sealed under another master key than this process has. */
export class ConflictingKey extends Error {}

export type Vault = ReturnType<typeof openVault>;

/**
 * Seals personal data: AES-256-GCM under a key per person, which itself is kept only wrapped by the master key. What was
 * sealed for one person, for one purpose, opens for no other.
 *
 * @param masterKey 32 bytes that are never in the database
 */
export function openVault(pool: Pool, masterKey: Buffer) {
  if (masterKey.length !== keyBytes) throw new RangeError(`a master key has ${keyBytes} bytes`);

  const keyOf = async (database: Queryable, userId: string): Promise<Buffer | undefined> => {
    const { rows } = await database.query<{ wrapped: Buffer }>('select wrapped from data_keys where user_id = $1', [
      userId,
    ]);
    return rows[0] && decrypt(masterKey, rows[0].wrapped, `data key ${userId}`);
  };
  const keyFor = async (database: Queryable, userId: string): Promise<Buffer> => {
    const known = await keyOf(database, userId);
    if (known) return known;
    const wrapped = encrypt(masterKey, randomBytes(keyBytes), `data key ${userId}`);
    await database.query('insert into data_keys (user_id, wrapped) values ($1, $2) on conflict do nothing', [
      userId,
      wrapped,
    ]);
    const kept = await keyOf(database, userId); // of two at the same moment the first was kept
    if (!kept) throw new Error('a data key that was just kept is gone');
    return kept;
  };

  return {
    /** @param purpose what it is, such as `kyc form`: it opens under the same only */
    seal: async (database: Queryable, userId: string, purpose: string, data: Buffer | string): Promise<Buffer> =>
      encrypt(await keyFor(database, userId), Buffer.from(data), `${purpose} ${userId}`),
    /** @throws where it was changed, is another's, or the person's key was destroyed */
    open: async (database: Queryable, userId: string, purpose: string, sealed: Buffer): Promise<Buffer> => {
      const key = await keyOf(database, userId);
      if (!key) throw new Error('the key of this person was destroyed');
      return decrypt(key, sealed, `${purpose} ${userId}`);
    },
    /** Nothing that was sealed for this person can be opened from now on, in no copy. */
    destroyKey: async (database: Queryable, userId: string): Promise<void> => {
      await database.query('delete from data_keys where user_id = $1', [userId]);
    },
    /** Seals what belongs to the installation and to nobody. */
    sealOwn: (purpose: string, data: Buffer | string): Buffer => encrypt(masterKey, Buffer.from(data), purpose),
    openOwn: (purpose: string, sealed: Buffer): Buffer => decrypt(masterKey, sealed, purpose),
    /** @throws ConflictingKey where the database was first used with another master key */
    assertSameKey: async (): Promise<void> => {
      const check = encrypt(masterKey, Buffer.from(checkText), checkText);
      await pool.query('update installation set master_key_check = $1 where master_key_check is null', [check]);
      const { rows } = await pool.query<{ kept: Buffer | null }>('select master_key_check as kept from installation');
      const kept = rows[0]?.kept;
      if (kept && !opens(masterKey, kept)) throw new ConflictingKey();
    },
  };
}

const checkText = 'florin master key';

function opens(masterKey: Buffer, kept: Buffer): boolean {
  try {
    return decrypt(masterKey, kept, checkText).toString() === checkText;
  } catch {
    return false;
  }
}

/** Nonce, tag and text, one after the other. */
function encrypt(key: Buffer, data: Buffer, about: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const box = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(about));
  const text = Buffer.concat([box.update(data), box.final()]);
  return Buffer.concat([nonce, box.getAuthTag(), text]);
}

function decrypt(key: Buffer, sealed: Buffer, about: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const box = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(about))
    .setAuthTag(tag);
  return Buffer.concat([box.update(sealed.subarray(nonceBytes + tagBytes)), box.final()]);
}
