import type { Queryable } from './database/pool.ts';
import { boxBytes, encrypt, canDecrypt } from './encrypted-box.ts';

/** The database uses a master key that this process does not have. */
export class ConflictingKey extends Error {}

/** The master key is being changed, and this process has only one of the two keys. */
export class MissingKey extends Error {}

export type CurrentKey = {
  /** Encrypts all new data. */
  readonly key: Buffer;
  /** The previous key, only while the master key is being changed. */
  readonly old: Buffer | undefined;
  /** The value in the database. */
  readonly kept: Buffer;
};

const text = 'florin master key';
const checkBytes = boxBytes + Buffer.byteLength(text);

/**
 * Reads `installation.master_key_check`, which shows the current master key: it is a known text encrypted under that key.
 * During a key change, a second copy under the old key follows. All nodes read this value, so that no node encrypts under
 * a key that another node has replaced.
 */
export function keyCheck(masterKeys: readonly Buffer[]) {
  return {
    /**
     * @param database with `kept`, a transaction: the key then cannot change until the transaction ends
     * @throws ConflictingKey, MissingKey
     */
    async current(database: Queryable, { kept: isKept } = { kept: false }): Promise<CurrentKey> {
      const kept = await read(database, isKept);
      const [key, old] = boxesOf(kept).map((box) => masterKeys.find((one) => canDecrypt(one, box, text)));
      const hasTwo = kept.length > checkBytes;
      if (key && (old || !hasTwo)) return { key, old, kept };
      throw key || old ? new MissingKey() : new ConflictingKey();
    },
  };

  /** `for key share`, the weakest row lock, conflicts only with the change of the master key. */
  async function read(database: Queryable, isKept: boolean): Promise<Buffer> {
    const sql = `select master_key_check as kept from installation ${isKept ? 'for key share' : ''}`;
    const { rows } = await database.query<{ kept: Buffer | null }>(sql);
    if (rows[0]?.kept) return rows[0].kept;
    // The first process of a new installation.
    const [first] = masterKeys;
    if (!first || !rows[0]) throw new ConflictingKey();
    await database.query('update installation set master_key_check = $1 where master_key_check is null', [
      checkOf([first]),
    ]);
    return read(database, isKept);
  }
}

/** Returns the check value for these keys: the first encrypts new data, the second only decrypts. */
export const checkOf = (keys: readonly Buffer[]): Buffer =>
  Buffer.concat(keys.map((key) => encrypt(key, Buffer.from(text), text)));

const boxesOf = (kept: Buffer): Buffer[] =>
  kept.length > checkBytes ? [kept.subarray(0, checkBytes), kept.subarray(checkBytes)] : [kept];
