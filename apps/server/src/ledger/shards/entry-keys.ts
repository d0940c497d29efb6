import type { Queryable } from '../../platform/database/pool.ts';
import type { JournalEntry } from '../entry.ts';

/** Returns whether this ledger has an entry with the key. */
export async function hasKey(database: Queryable, key: string): Promise<boolean> {
  const { rowCount } = await database.query('select from own_books.entries where key = $1', [key]);
  return rowCount === 1;
}

/**
 * Returns the id of the entry with the same key and request in any ledger; undefined if the key belongs to another
 * request. A key is in one ledger only, so a ledger that is down matters only if no other one has the key.
 */
export async function idOf(
  ledgers: readonly Queryable[],
  { key, requestHash }: JournalEntry,
): Promise<bigint | undefined> {
  const asked = await Promise.allSettled(
    ledgers.map(async (database) =>
      database.query<{ id: bigint; request_hash: bigint }>(
        'select id, request_hash from own_books.entries where key = $1',
        [key],
      ),
    ),
  );
  const found = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value.rows : []));
  const failed = asked.find((one) => one.status === 'rejected');
  if (found.length === 0 && failed) throw failed.reason;
  return found.find((one) => one.request_hash === requestHash)?.id;
}

/**
 * Claims a key for a ledger, and returns the ledger that has the key. Waits for a transaction that claims the key at
 * the same time.
 */
export async function claimKey(tx: Queryable, key: string, shard: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ owner: number }>('select ledger.claim_key($1, $2) as owner', [key, shard]);
  return rows[0]?.owner;
}

/** Records in the main ledger the entry that a further ledger posts under a claimed key. */
export async function recordContested(
  tx: Queryable,
  { key, actor, kind, metadata }: JournalEntry,
  recordedAt: Date,
): Promise<void> {
  await tx.query('select ledger.record_contested($1, $2, $3, $4, $5)', [key, actor, kind, recordedAt, metadata]);
}
