import { shardOfEntry } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { hashBytes, leafHash } from './digests.ts';
import type { LogKeys } from './log-keys.ts';
import {
  extendTile,
  lockHead,
  readBundle,
  storeBundles,
  storedTiles,
  storeHead,
  withLength,
  type Bundle,
} from './log-store.ts';
import { rootOfFull, tileWidth, treeHash } from './merkle.ts';

export type NewEntry = {
  readonly bytes: Buffer;
  /** The number of the ledger's entry; 0n for another kind of entry. */
  readonly journal: bigint;
};

/** Returns the text of a checkpoint (c2sp.org/tlog-checkpoint). */
const checkpointText = (origin: string, size: number, root: Buffer): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/**
 * Appends entries within the transaction, and signs the new checkpoint. The transaction holds the lock of the log's
 * head until it ends, so that two entries never get the same place.
 *
 * @returns the index of the first entry
 */
export async function appendEntries(tx: Queryable, keys: LogKeys, entries: readonly NewEntry[]): Promise<number> {
  const { size } = await lockHead(tx);
  if (entries.length === 0) return size;
  const bundles = await extendBundles(tx, size, entries);
  await storeBundles(tx, bundles);
  await storeRanges(tx, bundles);
  for (const { number, hashes } of bundles) if (isFull(hashes)) await raise(tx, 1, number, rootOfFull(hashes));
  await signHead(tx, keys, size + entries.length);
  return size;
}

/** Signs the checkpoint of this size and stores it as the head. */
async function signHead(tx: Queryable, keys: LogKeys, size: number): Promise<void> {
  const root = await treeHash(storedTiles(tx), 0, size);
  const checkpoint = await keys.sign(tx, checkpointText(await keys.originOf(tx), size, root));
  await storeHead(tx, { size, root, checkpoint });
}

const isFull = (hashes: Buffer): boolean => hashes.length === tileWidth * hashBytes;

/** Stores the hash of a full tile in the tile above it, and repeats this for each tile that becomes full. */
async function raise(tx: Queryable, level: number, index: number, hash: Buffer): Promise<void> {
  const number = Math.floor(index / tileWidth);
  const hashes = await extendTile(tx, { level, number, hash });
  if (isFull(hashes)) await raise(tx, level + 1, number, rootOfFull(hashes));
}

/** Returns the bundles that change, with the new entries. */
async function extendBundles(tx: Queryable, size: number, entries: readonly NewEntry[]): Promise<Bundle[]> {
  const first = Math.floor(size / tileWidth);
  const taken = size % tileWidth;
  const partial = taken === 0 ? undefined : await readBundle(tx, first);
  if (taken > 0 && partial?.journal.length !== taken) throw new Error('the last bundle of the log is not whole');
  const bundles: Bundle[] = [];
  for (let from = 0, number = first; from < entries.length; number++) {
    const old = number === first ? partial : undefined;
    const room = tileWidth - (old?.journal.length ?? 0);
    const added = entries.slice(from, from + room);
    bundles.push({
      number,
      entries: Buffer.concat([old?.entries ?? Buffer.alloc(0), ...added.map(({ bytes }) => withLength(bytes))]),
      hashes: Buffer.concat([old?.hashes ?? Buffer.alloc(0), ...added.map(({ bytes }) => leafHash(bytes))]),
      journal: [...(old?.journal ?? []), ...added.map(({ journal }) => journal)],
    });
    from += room;
  }
  return bundles;
}

/** Stores the range of the journal's entries in each bundle, so that an entry can be found by its number. */
async function storeRanges(tx: Queryable, bundles: readonly Bundle[]): Promise<void> {
  const ranges = bundles.flatMap(({ number, journal }) =>
    [
      ...Map.groupBy(
        journal.filter((id) => id > 0n),
        shardOfEntry,
      ),
    ].map(([shard, ids]) => ({ number, shard, ids })),
  );
  if (ranges.length === 0) return;
  const edge = (ids: readonly bigint[], isFurther: (a: bigint, b: bigint) => boolean) =>
    ids.reduce((best, id) => (isFurther(id, best) ? id : best));
  await tx.query('delete from log_ranges where bundle = any ($1)', [bundles.map(({ number }) => number)]);
  await tx.query(
    `insert into log_ranges (shard, highest, lowest, bundle)
     select * from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[])`,
    [
      ranges.map(({ shard }) => shard),
      ranges.map(({ ids }) => edge(ids, (a, b) => a > b)),
      ranges.map(({ ids }) => edge(ids, (a, b) => a < b)),
      ranges.map(({ number }) => number),
    ],
  );
}
