import type { Queryable } from '../../../platform/database/pool.ts';
import { hashBytes } from '../log/digests.ts';
import { sumTileLevels, sumTileWidth } from './build-tree.ts';
import { commitments, mostPieces, type BalanceOwner } from './pieces.ts';
import { nodeBytes, readSum, sumLeaf, sumLevels } from './sum-nodes.ts';
import { leafTile, readSumTile } from './sum-store.ts';

export type PathNode = { readonly hash: Buffer; readonly sum: bigint };

export type ProvedPiece = { readonly amount: bigint; readonly index: number; readonly path: readonly PathNode[] };

type Tree = { readonly number: number; readonly asset: string; readonly depth: number };

/**
 * Returns the pieces of an account's balance with their paths to the root. None if the account had no balance, or the
 * member another address.
 */
export async function proveBalance(
  database: Queryable,
  tree: Tree,
  owner: BalanceOwner,
  account: bigint,
): Promise<ProvedPiece[]> {
  const commitment = commitments(owner, account, tree.number);
  const pieces: ProvedPiece[] = [];
  for (let piece = 0; piece < mostPieces; piece++) {
    const found = await findLeaf(database, tree, commitment(piece));
    if (!found) break;
    pieces.push({ ...found, path: await pathOf(database, tree, found.index) });
  }
  return pieces;
}

async function findLeaf(database: Queryable, { number, asset }: Tree, commitment: Buffer) {
  const found = await leafTile(database, number, asset, commitment);
  if (!found) return undefined;
  const { tile, nodes } = found;
  for (let nth = 0; nth * nodeBytes < nodes.length; nth++) {
    const node = nodes.subarray(nth * nodeBytes, (nth + 1) * nodeBytes);
    const leaf = sumLeaf(Buffer.concat([commitment, node.subarray(hashBytes)]));
    if (leaf.equals(node)) return { index: tile * sumTileWidth + nth, amount: readSum(node, hashBytes) };
  }
  return undefined;
}

/** Returns the siblings of a leaf, from the bottom up. */
async function pathOf(database: Queryable, { number, asset, depth }: Tree, index: number): Promise<PathNode[]> {
  const path: PathNode[] = [];
  for (let level = 0, place = index; level < depth; level += sumTileLevels, place = Math.floor(place / sumTileWidth)) {
    const tile = await readSumTile(database, number, asset, level, Math.floor(place / sumTileWidth));
    let within = place % sumTileWidth;
    for (const nodes of sumLevels(tile).slice(0, -1)) {
      const at = (within % 2 === 0 ? within + 1 : within - 1) * nodeBytes;
      path.push({ hash: nodes.subarray(at, at + hashBytes), sum: readSum(nodes, at + hashBytes) });
      within = Math.floor(within / 2);
    }
  }
  return path;
}
