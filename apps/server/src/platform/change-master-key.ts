import type { Pool, Queryable } from './database/pool.ts';
import { transact } from './database/transact.ts';
import { checkOf, keyCheck } from './key-check.ts';
import { decrypt, encrypt, canDecrypt } from './encrypted-box.ts';

const batch = 500;

/** Re-encrypts, within the given transaction, the data that a feature encrypted under the old master key. */
export type Reencrypt = (tx: Queryable, reencrypt: (purpose: string, encrypted: Buffer) => Buffer) => Promise<void>;

type DataKey = { readonly user_id: string; readonly wrapped: Buffer };

const about = ({ user_id }: DataKey) => `data key ${user_id}`;

type Change = {
  readonly to: Buffer;
  readonly from: Buffer;
  /** Re-encrypt the data that features encrypt directly under the master key. */
  readonly reencryptions: readonly Reencrypt[];
  readonly progress: (keys: number) => void;
};

/**
 * Changes the master key while Florin runs. Every process must already have both keys. From the first step on, Florin
 * encrypts new data under the new key. An interrupted change can be started again and skips finished work.
 *
 * @param ownerPool connects as the owner, because the application login may not change data keys
 * @returns the number of data keys that were wrapped again
 * @throws ConflictingKey, MissingKey if the database uses another key
 */
export async function changeMasterKey(ownerPool: Pool, { to, from, reencryptions, progress }: Change): Promise<number> {
  await begin(ownerPool, to, from);
  let changed = 0;
  for await (const rows of dataKeys(ownerPool)) {
    changed += await rewrap(ownerPool, rows, to, from);
    progress(changed);
  }
  const reencrypt = (purpose: string, encrypted: Buffer) =>
    canDecrypt(to, encrypted, purpose) ? encrypted : encrypt(to, decrypt(from, encrypted, purpose), purpose);
  await transact(ownerPool, async (tx) => {
    for (const reencryption of reencryptions) await reencryption(tx, reencrypt);
    await tx.query('update installation set master_key_check = $1', [checkOf([to])]);
  });
  return changed;
}

/** Returns the ids of users whose data key cannot be decrypted with any of these master keys. */
export async function findUnreadableKeys(database: Queryable, masterKeys: readonly Buffer[]): Promise<string[]> {
  const failing: string[] = [];
  for await (const rows of dataKeys(database))
    for (const row of rows)
      if (!masterKeys.some((key) => canDecrypt(key, row.wrapped, about(row)))) failing.push(row.user_id);
  return failing;
}

async function* dataKeys(database: Queryable): AsyncGenerator<DataKey[]> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await database.query<DataKey>(
      'select user_id, wrapped from data_keys where user_id > $1 order by user_id limit $2',
      [last, batch],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
    last = rows.at(-1)?.user_id ?? last;
  }
}

/** Makes `to` the current key. Writers lock this row or compare it, so after the commit no key is wrapped under `from`. */
async function begin(ownerPool: Pool, to: Buffer, from: Buffer) {
  await transact(ownerPool, async (tx) => {
    await tx.query('select from installation for update');
    const { key } = await keyCheck([to, from]).current(tx);
    if (key.equals(to)) return;
    await tx.query('update installation set master_key_check = $1', [checkOf([to, from])]);
  });
}

/** Updates only rows that are unchanged since they were read, so that a key destroyed meanwhile stays destroyed. */
async function rewrap(ownerPool: Pool, rows: readonly DataKey[], to: Buffer, from: Buffer): Promise<number> {
  const left = rows.filter((row) => !canDecrypt(to, row.wrapped, about(row)));
  if (left.length === 0) return 0;
  await ownerPool.query(
    `update data_keys k set wrapped = n.wrapped
     from unnest($1::uuid[], $2::bytea[], $3::bytea[]) n (user_id, was, wrapped)
     where k.user_id = n.user_id and k.wrapped = n.was`,
    [
      left.map(({ user_id }) => user_id),
      left.map(({ wrapped }) => wrapped),
      left.map((row) => encrypt(to, decrypt(from, row.wrapped, about(row)), about(row))),
    ],
  );
  return left.length;
}
