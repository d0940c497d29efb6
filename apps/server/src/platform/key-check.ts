import type { Queryable } from './database/pool.ts';
import { boxBytes, encrypt, opens } from './sealed-box.ts';

/** The data was sealed under another master key than this process has. */
export class ConflictingKey extends Error {}

/** The master key is being changed, and this process has only one of the two. */
export class MissingKey extends Error {}

export type CurrentKey = {
  /** What is sealed from now on is sealed under it. */
  readonly key: Buffer;
  /** While it is being changed: what else there is. */
  readonly old: Buffer | undefined;
  /** As it stands in the database. */
  readonly kept: Buffer;
};

const text = 'florin master key';
const checkBytes = boxBytes + Buffer.byteLength(text);

/**
 * `installation.master_key_check` says which master key seals: it holds a known text sealed under it. While the key is
 * changed there is a second one behind it, under the key that is on its way out. All nodes go by it, so that no node
 * seals under a key that another has done away with.
 */
export function keyCheck(masterKeys: readonly Buffer[]) {
  return {
    /**
     * @param database with `kept` a transaction, until whose end the answer holds
     * @throws ConflictingKey, MissingKey
     */
    async current(database: Queryable, { kept: isKept } = { kept: false }): Promise<CurrentKey> {
      const kept = await read(database, isKept);
      const [key, old] = boxesOf(kept).map((box) => masterKeys.find((one) => opens(one, box, text)));
      const hasTwo = kept.length > checkBytes;
      if (key && (old || !hasTwo)) return { key, old, kept };
      throw key || old ? new MissingKey() : new ConflictingKey();
    },
  };

  /** The weakest lock there is: the change of the key alone waits for it, and it for that alone. */
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

/** The first key seals, the second opens too. */
export const checkOf = (keys: readonly Buffer[]): Buffer =>
  Buffer.concat(keys.map((key) => encrypt(key, Buffer.from(text), text)));

const boxesOf = (kept: Buffer): Buffer[] =>
  kept.length > checkBytes ? [kept.subarray(0, checkBytes), kept.subarray(checkBytes)] : [kept];
