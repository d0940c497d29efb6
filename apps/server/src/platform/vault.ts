import { randomBytes } from 'node:crypto';
import type { Pool, Queryable } from './database/pool.ts';
import { keyCheck } from './key-check.ts';
import { decrypt, decryptWithAny, encrypt, keyBytes } from './sealed-box.ts';

export { ConflictingKey, MissingKey } from './key-check.ts';

export type Vault = ReturnType<typeof openVault>;

/**
 * Seals personal data: AES-256-GCM under a key per person, which itself is kept only wrapped by the master key. What was
 * sealed for one person, for one purpose, opens for no other.
 *
 * @param masterKey 32 bytes that are never in the database
 * @param oldMasterKey while the master key is changed (`change-master-key.ts`): what is sealed under it opens too
 */
export function openVault(pool: Pool, masterKey: Buffer, oldMasterKey?: Buffer) {
  const masterKeys = oldMasterKey ? [masterKey, oldMasterKey] : [masterKey];
  if (masterKeys.some((key) => key.length !== keyBytes)) throw new RangeError(`a master key has ${keyBytes} bytes`);
  const check = keyCheck(masterKeys);

  const keyOf = async (database: Queryable, userId: string): Promise<Buffer | undefined> => {
    const { rows } = await database.query<{ wrapped: Buffer }>('select wrapped from data_keys where user_id = $1', [
      userId,
    ]);
    return rows[0] && decryptWithAny(masterKeys, rows[0].wrapped, `data key ${userId}`);
  };
  const keyFor = async (database: Queryable, userId: string): Promise<Buffer> => {
    const known = await keyOf(database, userId);
    if (known) return known;
    const current = await check.current(database);
    const wrapped = encrypt(current.key, randomBytes(keyBytes), `data key ${userId}`);
    await database.query(
      `insert into data_keys (user_id, wrapped)
       select $1, $2 from installation where master_key_check = $3 for key share -- not under a key that was just replaced
       on conflict do nothing`,
      [userId, wrapped, current.kept],
    );
    return (await keyOf(database, userId)) ?? keyFor(database, userId); // of two at the same moment the first was kept
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
    /** Seals what belongs to the installation and to nobody. Within a transaction: until it ends, the key stays. */
    sealOwn: async (tx: Queryable, purpose: string, data: Buffer | string): Promise<Buffer> =>
      encrypt((await check.current(tx, { kept: true })).key, Buffer.from(data), purpose),
    openOwn: (purpose: string, sealed: Buffer): Buffer => decryptWithAny(masterKeys, sealed, purpose),
    /**
     * @returns the master key that seals
     * @throws ConflictingKey, MissingKey where the database was first used with another master key
     */
    assertSameKey: async (): Promise<Buffer> => (await check.current(pool)).key,
  };
}
