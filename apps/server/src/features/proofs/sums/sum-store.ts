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
  const { rows } = await database.query<SumsRow>({
    name: 'latest-sums',
    text: 'select number, size, place, note, took_ms, made_at from log_sums order by number desc limit $1',
    values: [count],
  });
  return rows.map(sumsOf);
}

/** Returns whether the sums name the log by this origin. After a restore, the log has another name. */
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

/** Stores tiles. All tiles of a level are full, except the last tile. */
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

/** The number of trees that stay, so that a proof that began before new sums can end. */
export const keptTrees = 2;

/** Deletes the trees of older sums, and their signed statements. The notes stay. */
export async function deleteTreesBefore(tx: Queryable, number: number): Promise<void> {
  await tx.query('delete from sum_trees where number < $1', [number]);
  await tx.query('delete from signed_statements where number < $1', [number]);
}

/** Deletes old notes: after a day only the last note of each hour stays. The digests of all notes are in the log. */
export async function deleteOldNotes(tx: Queryable): Promise<void> {
  await tx.query(
    `delete from log_sums s where made_at < now() - interval '1 day' and exists (
       select from log_sums n
       where n.number > s.number and date_trunc('hour', n.made_at) = date_trunc('hour', s.made_at))`,
  );
}

/** Rejects sums whose trees may be deleted already. Refusals: `proof_not_ready`. */
export async function assertTreesExist(database: Queryable, number: number): Promise<void> {
  const [newest] = await latestSums(database, 1);
  if (!newest || newest.number >= number + keptTrees) throw notReady();
}

export type WantedLeaf = { readonly asset: string; readonly commitment: Buffer };

/** The tile of leaves that has a commitment, if the tree has it. */
export type LeafTile = { readonly depth: number; readonly tile: number; readonly nodes: Buffer };

/** Returns the tile of each leaf. Undefined if the asset has no tree, or if all leaves of the tree come later. */
export async function leafTiles(
  database: Queryable,
  number: number,
  wanted: readonly WantedLeaf[],
): Promise<(LeafTile | undefined)[]> {
  const { rows } = await database.query<{ nth: bigint; depth: number; tile: bigint; nodes: Buffer }>({
    name: 'sum-leaf-tiles',
    text: `select nth, depth, tile, nodes
           from unnest($2::text[], $3::bytea[]) with ordinality wanted(of, commitment, nth)
           join sum_trees on number = $1 and asset = of,
           lateral (
             select tile, nodes from sum_tiles t
             where t.number = $1 and t.asset = of and first <= commitment order by first desc limit 1
           ) leaves`,
    values: [number, wanted.map(({ asset }) => asset), wanted.map(({ commitment }) => commitment)],
  });
  const found = new Map(rows.map(({ nth, depth, tile, nodes }) => [nth, { depth, tile: Number(tile), nodes }]));
  return wanted.map((_, nth) => found.get(BigInt(nth + 1)));
}

export type WantedTile = { readonly asset: string; readonly level: number; readonly tile: number };

/** Returns these tiles in their order. Refusals: `proof_not_ready` if newer sums have replaced the trees. */
export async function readSumTiles(
  database: Queryable,
  number: number,
  wanted: readonly WantedTile[],
): Promise<Buffer[]> {
  if (wanted.length === 0) return [];
  const { rows } = await database.query<{ nodes: Buffer }>({
    name: 'sum-tiles',
    text: `select nodes from unnest($2::text[], $3::smallint[], $4::bigint[]) with ordinality wanted(of, height, place, nth)
           join sum_tiles on number = $1 and asset = of and level = height and tile = place order by nth`,
    values: [
      number,
      wanted.map(({ asset }) => asset),
      wanted.map(({ level }) => level),
      wanted.map(({ tile }) => tile),
    ],
  });
  if (rows.length === wanted.length) return rows.map(({ nodes }) => nodes);
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
