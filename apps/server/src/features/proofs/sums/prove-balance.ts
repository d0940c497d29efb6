import type { Queryable } from '../../../platform/database/pool.ts';
import { hashBytes } from '../log/digests.ts';
import { sumTileLevels, sumTileWidth } from './build-tree.ts';
import { commitments, type BalanceOwner } from './pieces.ts';
import { nodeBytes, readSum, sumLeaf, sumLevels } from './sum-nodes.ts';
import { leafTiles, readSumTiles, type LeafTile, type WantedLeaf, type WantedTile } from './sum-store.ts';

type PathNode = { readonly hash: Buffer; readonly sum: bigint };

export type ProvedPiece = { readonly amount: bigint; readonly index: number; readonly path: readonly PathNode[] };

export type ProvedBalance = {
  readonly account: bigint;
  readonly asset: string;
  readonly pieces: readonly ProvedPiece[];
};

type Account = { readonly id: bigint; readonly asset: string };

/**
 * Returns the balances that these accounts have in the sums with this number, in pieces with their paths to the root.
 * Leaves out accounts that had no balance. Returns nothing if the member had another address.
 */
export async function proveBalances(
  database: Queryable,
  number: number,
  owner: BalanceOwner,
  accounts: readonly Account[],
): Promise<ProvedBalance[]> {
  const wanted = accounts.flatMap(({ id, asset }) =>
    commitments(owner, id, number).map((commitment) => ({ account: id, asset, commitment })),
  );
  const tiles = await leafTiles(database, number, wanted);
  const leaves = wanted.flatMap((leaf, nth) => findLeaf(leaf, tiles[nth]) ?? []);
  const above = leaves.flatMap(tilesAbove);
  const nodes = await readSumTiles(database, number, above);
  const pieces = leaves.map((leaf) => ({
    ...leaf,
    path: pathOf(leaf.index, [leaf.nodes, ...nodes.filter((_, nth) => above[nth]?.leaf === leaf)]),
  }));
  return accounts.flatMap(({ id, asset }) => {
    const own = pieces.filter(({ account }) => account === id);
    return own.length === 0
      ? []
      : [{ account: id, asset, pieces: own.map(({ amount, index, path }) => ({ amount, index, path })) }];
  });
}

type Leaf = WantedLeaf & LeafTile & { readonly account: bigint; readonly index: number; readonly amount: bigint };

function findLeaf(wanted: WantedLeaf & { readonly account: bigint }, found: LeafTile | undefined): Leaf | undefined {
  if (!found) return undefined;
  const { tile, nodes } = found;
  const candidate = Buffer.concat([wanted.commitment], nodeBytes);
  for (let nth = 0; nth * nodeBytes < nodes.length; nth++) {
    const node = nodes.subarray(nth * nodeBytes, (nth + 1) * nodeBytes);
    node.copy(candidate, hashBytes, hashBytes);
    if (sumLeaf(candidate).equals(node))
      return { ...wanted, ...found, index: tile * sumTileWidth + nth, amount: readSum(node, hashBytes) };
  }
  return undefined;
}

/** Returns the tiles on the path from the tile of a leaf to the root. */
function tilesAbove(leaf: Leaf): (WantedTile & { readonly leaf: Leaf })[] {
  const tiles: (WantedTile & { readonly leaf: Leaf })[] = [];
  let tile = leaf.tile;
  for (let level = sumTileLevels; level < leaf.depth; level += sumTileLevels) {
    tile = Math.floor(tile / sumTileWidth);
    tiles.push({ asset: leaf.asset, level, tile, leaf });
  }
  return tiles;
}

/** Returns the siblings of a leaf, from the bottom up, from the tiles on its path. */
function pathOf(index: number, tiles: readonly Buffer[]): PathNode[] {
  const path: PathNode[] = [];
  let place = index;
  for (const tile of tiles) {
    let within = place % sumTileWidth;
    for (const nodes of sumLevels(tile).slice(0, -1)) {
      const at = (within % 2 === 0 ? within + 1 : within - 1) * nodeBytes;
      path.push({ hash: nodes.subarray(at, at + hashBytes), sum: readSum(nodes, at + hashBytes) });
      within = Math.floor(within / 2);
    }
    place = Math.floor(place / sumTileWidth);
  }
  return path;
}
