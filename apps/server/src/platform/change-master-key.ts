import type { Pool, Queryable } from './database/pool.ts';
import { transact } from './database/transact.ts';
import { checkOf, keyCheck } from './key-check.ts';
import { decrypt, encrypt, opens } from './sealed-box.ts';

const batch = 500;

/** Seals again what is sealed under the old key, for as long as the transaction lasts that it is given. */
export type Reseal = (tx: Queryable, sealAgain: (purpose: string, sealed: Buffer) => Buffer) => Promise<void>;

type DataKey = { readonly user_id: string; readonly wrapped: Buffer };

const about = ({ user_id }: DataKey) => `data key ${user_id}`;

type Change = {
  readonly to: Buffer;
  readonly from: Buffer;
  /** What slices keep under the master key itself. */
  readonly reseals: readonly Reseal[];
  readonly progress: (keys: number) => void;
};

/**
 * Changes the master key while Florin runs; every process must have both keys by then. From its first step on everything
 * new is sealed under the new one. Cut off, it is simply started again: what is done already stays done.
 *
 * @param ownerPool connects as the owner: the application may not change data keys
 * @returns how many people's keys were wrapped anew
 * @throws ConflictingKey, MissingKey where the database has another key
 */
export async function changeMasterKey(ownerPool: Pool, { to, from, reseals, progress }: Change): Promise<number> {
  await begin(ownerPool, to, from);
  let changed = 0;
  for await (const rows of dataKeys(ownerPool)) {
    changed += await wrapAnew(ownerPool, rows, to, from);
    progress(changed);
  }
  const sealAgain = (purpose: string, sealed: Buffer) =>
    opens(to, sealed, purpose) ? sealed : encrypt(to, decrypt(from, sealed, purpose), purpose);
  await transact(ownerPool, async (tx) => {
    for (const reseal of reseals) await reseal(tx, sealAgain);
    await tx.query('update installation set master_key_check = $1', [checkOf([to])]);
  });
  return changed;
}

/** Whose keys none of these master keys opens. */
export async function findUnreadableKeys(database: Queryable, masterKeys: readonly Buffer[]): Promise<string[]> {
  const failing: string[] = [];
  for await (const rows of dataKeys(database))
    for (const row of rows)
      if (!masterKeys.some((key) => opens(key, row.wrapped, about(row)))) failing.push(row.user_id);
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

/** From its commit on nobody wraps under the old key: whoever was about to held this row, or meets the new check. */
async function begin(ownerPool: Pool, to: Buffer, from: Buffer) {
  await transact(ownerPool, async (tx) => {
    await tx.query('select from installation for update');
    const { key } = await keyCheck([to, from]).current(tx);
    if (key.equals(to)) return;
    await tx.query('update installation set master_key_check = $1', [checkOf([to, from])]);
  });
}

/** Only what is still as it was read: a key that was destroyed meanwhile stays destroyed. */
async function wrapAnew(ownerPool: Pool, rows: readonly DataKey[], to: Buffer, from: Buffer): Promise<number> {
  const left = rows.filter((row) => !opens(to, row.wrapped, about(row)));
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
