import { batchLoader } from '../../../platform/database/batch-loader.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import type { Tiles } from './merkle.ts';

export type LogHead = {
  readonly size: number;
  readonly root: Buffer;
  /** The signed note. Null before the first entry. */
  readonly checkpoint: string | null;
  readonly madeAt: Date;
};

export type HeadRow = { size: bigint; root: Buffer; checkpoint: string | null; made_at: Date };

export const headOf = (rows: readonly HeadRow[]): LogHead => {
  const [row] = rows;
  if (!row) throw new Error('the log has no head');
  return { size: Number(row.size), root: row.root, checkpoint: row.checkpoint, madeAt: row.made_at };
};

export async function readHead(database: Queryable): Promise<LogHead> {
  const { rows } = await database.query<HeadRow>('select size, root, checkpoint, made_at from log_heads');
  return headOf(rows);
}

/** Locks the log until the transaction ends. Only the transaction that has this lock writes the log. */
export async function lockHead(tx: Queryable): Promise<LogHead> {
  const { rows } = await tx.query<HeadRow>('select size, root, checkpoint, made_at from log_heads for update');
  return headOf(rows);
}

export async function storeHead(
  tx: Queryable,
  { size, root, checkpoint }: { readonly size: number; readonly root: Buffer; readonly checkpoint: string },
): Promise<void> {
  await tx.query('update log_heads set size = $1, root = $2, checkpoint = $3, made_at = now()', [
    size,
    root,
    checkpoint,
  ]);
}

export type Bundle = {
  readonly number: number;
  /** The entries, each preceded by its length in two bytes. */
  readonly entries: Buffer;
  readonly hashes: Buffer;
  /** The number of the ledger's entry for each; 0 for another kind of entry. */
  readonly journal: readonly bigint[];
};

type BundleRow = { number: bigint; entries: Buffer; hashes: Buffer; journal: bigint[] };

const bundleOf = (row: BundleRow): Bundle => ({ ...row, number: Number(row.number) });

export async function readBundle(database: Queryable, number: number): Promise<Bundle | undefined> {
  const { rows } = await database.query<BundleRow>({
    name: 'log-bundle',
    text: 'select number, entries, hashes, journal from log_bundles where number = $1',
    values: [number],
  });
  return rows[0] && bundleOf(rows[0]);
}

export async function storeBundles(tx: Queryable, bundles: readonly Bundle[]): Promise<void> {
  for (const { number, entries, hashes, journal } of bundles)
    await tx.query({
      name: 'store-log-bundle',
      text: `insert into log_bundles (number, entries, hashes, journal) values ($1, $2, $3, $4)
             on conflict (number) do update
             set entries = excluded.entries, hashes = excluded.hashes, journal = excluded.journal`,
      values: [number, entries, hashes, journal],
    });
}

/** Appends a hash to a tile of level 1 or above. */
export async function extendTile(
  tx: Queryable,
  { level, number, hash }: { readonly level: number; readonly number: number; readonly hash: Buffer },
): Promise<Buffer> {
  const { rows } = await tx.query<{ hashes: Buffer }>({
    name: 'extend-log-tile',
    text: `insert into log_tiles as t (level, number, hashes) values ($1, $2, $3)
           on conflict (level, number) do update set hashes = t.hashes || excluded.hashes
           returning hashes`,
    values: [level, number, hash],
  });
  if (!rows[0]) throw new Error('the tile was not stored');
  return rows[0].hashes;
}

/** Reads tiles, each once. Leaf tiles that are requested together are one query. */
export function storedTiles(database: Queryable): Tiles {
  const read = new Map<string, Promise<Buffer>>();
  const leaves = batchLoader<number, Buffer>((numbers) => leafTilesOf(database, numbers));
  const load = async (level: number, number: number): Promise<Buffer> =>
    (await (level === 0 ? leaves(number) : upperTile(database, level, number))) ?? Buffer.alloc(0);
  return (level, number) => {
    const key = `${level} ${number}`;
    const found = read.get(key) ?? load(level, number);
    read.set(key, found);
    return found;
  };
}

async function leafTilesOf(database: Queryable, numbers: number[]): Promise<ReadonlyMap<number, Buffer>> {
  const { rows } = await database.query<{ number: bigint; hashes: Buffer }>({
    name: 'log-leaf-tiles',
    text: 'select number, hashes from log_bundles where number = any ($1::bigint[])',
    values: [numbers],
  });
  return new Map(rows.map(({ number, hashes }) => [Number(number), hashes]));
}

async function upperTile(database: Queryable, level: number, number: number): Promise<Buffer | undefined> {
  const { rows } = await database.query<{ hashes: Buffer }>({
    name: 'log-tile',
    text: 'select hashes from log_tiles where level = $1 and number = $2',
    values: [level, number],
  });
  return rows[0]?.hashes;
}

/** Splits a bundle into its entries. */
export function entriesIn(bytes: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt16BE(at);
    entries.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

export function withLength(entry: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(entry.length); // throws above 65,535
  return Buffer.concat([length, entry]);
}
