import { randomBytes } from 'node:crypto';
import type { Pool, Queryable } from './database/pool.ts';
import { keyCheck } from './key-check.ts';
import { decrypt, decryptWithAny, encrypt, keyBytes } from './encrypted-box.ts';

export { ConflictingKey, MissingKey } from './key-check.ts';

/** Encrypts and decrypts under the data key of one person, like the vault. */
export type PersonalBox = {
  readonly encrypt: (purpose: string, data: Buffer | string) => Buffer;
  readonly decrypt: (purpose: string, encrypted: Buffer) => Buffer;
};

export type Vault = ReturnType<typeof openVault>;

/**
 * Encrypts personal data with AES-256-GCM under one data key per person. The database holds the data keys only wrapped by
 * the master key. Data encrypted for one person and purpose does not decrypt for another.
 *
 * @param masterKey 32 bytes that are never stored in the database
 * @param oldMasterKey also decrypts, only while the master key is changed (`change-master-key.ts`)
 */
export function openVault(pool: Pool, masterKey: Buffer, oldMasterKey?: Buffer) {
  const masterKeys = oldMasterKey ? [masterKey, oldMasterKey] : [masterKey];
  if (masterKeys.some((key) => key.length !== keyBytes))
    throw new RangeError(`A master key must have ${keyBytes} bytes.`);
  const check = keyCheck(masterKeys);

  const readKey = async (database: Queryable, userId: string): Promise<Buffer | undefined> => {
    const { rows } = await database.query<{ wrapped: Buffer }>('select wrapped from data_keys where user_id = $1', [
      userId,
    ]);
    return rows[0] && decryptWithAny(masterKeys, rows[0].wrapped, `data key ${userId}`);
  };
  const readOrCreateKey = async (database: Queryable, userId: string): Promise<Buffer> => {
    const existing = await readKey(database, userId);
    if (existing) return existing;
    const current = await check.current(database);
    const wrapped = encrypt(current.key, randomBytes(keyBytes), `data key ${userId}`);
    await database.query(
      `insert into data_keys (user_id, wrapped)
       select $1, $2 from installation where master_key_check = $3 for key share -- never under a replaced master key
       on conflict do nothing`,
      [userId, wrapped, current.kept],
    );
    return (await readKey(database, userId)) ?? readOrCreateKey(database, userId); // of two concurrent inserts the first wins
  };

  return {
    /** @param purpose the kind of data, such as `kyc form`; decryption needs the same purpose */
    encrypt: async (database: Queryable, userId: string, purpose: string, data: Buffer | string): Promise<Buffer> =>
      encrypt(await readOrCreateKey(database, userId), Buffer.from(data), `${purpose} ${userId}`),
    /** @throws if the data was changed, belongs to another person, or the person's key was destroyed */
    decrypt: async (database: Queryable, userId: string, purpose: string, encrypted: Buffer): Promise<Buffer> => {
      const key = await readKey(database, userId);
      if (!key) throw new Error('the data key of this person was destroyed');
      return decrypt(key, encrypted, `${purpose} ${userId}`);
    },
    /** Creates the person's data key if it does not exist. */
    createKey: async (database: Queryable, userId: string): Promise<void> =>
      void (await readOrCreateKey(database, userId)),
    /** Reads the person's data key once, for many texts. Returns undefined if it was destroyed. */
    openBox: async (database: Queryable, userId: string): Promise<PersonalBox | undefined> => {
      const key = await readKey(database, userId);
      return (
        key && {
          encrypt: (purpose, data) => encrypt(key, Buffer.from(data), `${purpose} ${userId}`),
          decrypt: (purpose, encrypted) => decrypt(key, encrypted, `${purpose} ${userId}`),
        }
      );
    },
    /** Destroys the person's data key, so that no copy of their data can be decrypted again. */
    destroyKey: async (database: Queryable, userId: string): Promise<void> => {
      await database.query('delete from data_keys where user_id = $1', [userId]);
    },
    /**
     * Encrypts data of the installation itself. Within the transaction, so that the master key cannot change until the
     * transaction ends.
     */
    encryptOwn: async (tx: Queryable, purpose: string, data: Buffer | string): Promise<Buffer> =>
      encrypt((await check.current(tx, { kept: true })).key, Buffer.from(data), purpose),
    decryptOwn: (purpose: string, encrypted: Buffer): Buffer => decryptWithAny(masterKeys, encrypted, purpose),
    /**
     * @returns the master key that encrypts new data
     * @throws ConflictingKey, MissingKey if the database uses another master key
     */
    assertSameKey: async (): Promise<Buffer> => (await check.current(pool)).key,
  };
}
