import type { Queryable } from '../../../platform/database/pool.ts';
import { hashBytes } from '../log/digests.ts';
import { notReady } from '../not-ready.ts';
import { sumTileWidth, type SumTiles } from './build-tree.ts';
import { nodeBytes } from './sum-nodes.ts';

export type Sums = {
  readonly number: number;
  /** The books after these entries of the log. */
  readonly size: number;
  /** The index of the note's digest in the log. */
  readonly place: number;
  readonly note: string;
  readonly tookMs: number;
  readonly madeAt: Date;
};

type SumsRow = { number: bigint; size: bigint; place: bigint; note: string; took_ms: number; made_at: Date };

const sumsOf = ({ number, size, place, note, took_ms: tookMs, made_at: madeAt }: SumsRow): Sums => ({
  number: Number(number),
  size: Number(size),
  place: Number(place),
  note,
  tookMs,
  madeAt,
});

/** Returns the latest sums, newest first. */
export async function latestSums(database: Queryable, count: number): Promise<Sums[]> {
  const { rows } = await database.query<SumsRow>(
    'select number, size, place, note, took_ms, made_at from log_sums order by number desc limit $1',
    [count],
  );
  return rows.map(sumsOf);
}

/** Returns whether the sums name the log so. After a restore it has another name. */
export const areOfLog = ({ note }: Sums, origin: string): boolean => note.startsWith(`${origin}/sums\n`);

export async function insertSums(
  tx: Queryable,
  { number, size, place, note, tookMs }: Omit<Sums, 'madeAt'>,
): Promise<void> {
  await tx.query('insert into log_sums (number, size, place, note, took_ms) values ($1, $2, $3, $4, $5)', [
    number,
    size,
    place,
    note,
    tookMs,
  ]);
}

export async function insertTree(tx: Queryable, number: number, asset: string, depth: number): Promise<void> {
  await tx.query('insert into sum_trees (number, asset, depth) values ($1, $2, $3)', [number, asset, depth]);
}

/** Stores tiles, of which all but the last one of a level are full. */
export async function insertTiles(
  tx: Queryable,
  number: number,
  asset: string,
  { level, tile, firsts, nodes }: SumTiles,
): Promise<void> {
  await tx.query({
    name: 'insert-sum-tiles',
    text: `insert into sum_tiles (number, asset, level, tile, first, nodes)
           select $1, $2, $3, $4 + nth, substr($5::bytea, nth * $7::int + 1, $7), substr($6::bytea, nth * $8::int + 1, $8)
           from generate_series(0, (octet_length($6::bytea) - 1) / $8) nth`,
    values: [number, asset, level, tile, firsts, nodes, hashBytes, sumTileWidth * nodeBytes],
  });
}

/** Trees that are kept, so that a proof which began before new sums can end. */
export const keptTrees = 2;

/** Deletes the trees of older sums, and what was signed of them. Their notes stay. */
export async function deleteTreesBefore(tx: Queryable, number: number): Promise<void> {
  await tx.query('delete from sum_trees where number < $1', [number]);
  await tx.query('delete from signed_statements where number < $1', [number]);
}

/** After a day only the last note of each hour stays. The digests of all are in the log. */
export async function deleteOldNotes(tx: Queryable): Promise<void> {
  await tx.query(
    `delete from log_sums s where made_at < now() - interval '1 day' and exists (
       select from log_sums n
       where n.number > s.number and date_trunc('hour', n.made_at) = date_trunc('hour', s.made_at))`,
  );
}

/** Refuses if the trees of these sums may be deleted already. Refusals: `proof_not_ready`. */
export async function assertTreesExist(database: Queryable, number: number): Promise<void> {
  const [newest] = await latestSums(database, 1);
  if (!newest || newest.number >= number + keptTrees) throw notReady();
}

/** Returns the assets that have a tree, with its depth. */
export async function treesOf(database: Queryable, number: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ asset: string; depth: number }>(
    'select asset, depth from sum_trees where number = $1',
    [number],
  );
  return new Map(rows.map(({ asset, depth }) => [asset, depth]));
}

export type StoredTile = { readonly tile: number; readonly nodes: Buffer };

/** Returns the tile of leaves in which a commitment is, if the tree has it. */
export async function leafTile(
  database: Queryable,
  number: number,
  asset: string,
  commitment: Buffer,
): Promise<StoredTile | undefined> {
  const { rows } = await database.query<{ tile: bigint; nodes: Buffer }>({
    name: 'sum-leaf-tile',
    text: `select tile, nodes from sum_tiles
           where number = $1 and asset = $2 and first <= $3 order by first desc limit 1`,
    values: [number, asset, commitment],
  });
  return rows[0] && { tile: Number(rows[0].tile), nodes: rows[0].nodes };
}

/** Refusals: `proof_not_ready` if newer sums have replaced the tree. */
export async function readSumTile(
  database: Queryable,
  number: number,
  asset: string,
  level: number,
  tile: number,
): Promise<Buffer> {
  const { rows } = await database.query<{ nodes: Buffer }>({
    name: 'sum-tile',
    text: 'select nodes from sum_tiles where number = $1 and asset = $2 and level = $3 and tile = $4',
    values: [number, asset, level, tile],
  });
  if (rows[0]) return rows[0].nodes;
  await assertTreesExist(database, number);
  throw new Error('a tile of the sum tree is missing');
}

/** Returns the last sums of each hour, newest first. */
export async function hourlySums(database: Queryable, hours: number): Promise<Sums[]> {
  const { rows } = await database.query<SumsRow>(
    `select distinct on (date_trunc('hour', made_at)) number, size, place, note, took_ms, made_at from log_sums
     where made_at > now() - make_interval(hours => $1)
     order by date_trunc('hour', made_at) desc, number desc`,
    [hours],
  );
  return rows.map(sumsOf);
}
