import { hashBytes, nodeHash, putNodeHash, sha256 } from './digests.ts';

/** A tile has the hashes of 256 subtrees, and stands for eight levels of the tree. */
export const tileWidth = 256;
const tileLevels = 8;

/** Returns all existing hashes of a tile, one after the other. */
export type Tiles = (level: number, number: number) => Promise<Buffer>;

/** Returns the root of a full subtree from the hashes at its bottom, whose number is a power of two. */
export function rootOfFull(hashes: Buffer): Buffer {
  const level = Buffer.from(hashes);
  for (let length = level.length; length > hashBytes; length /= 2)
    for (let at = 0; 2 * at < length; at += hashBytes) putNodeHash(level, 2 * at, level, at);
  return level.subarray(0, hashBytes);
}

/** The roots of parts of a tile. The paths of a proof share most of these roots. */
const knownRoots = new WeakMap<Buffer, Map<string, Buffer>>();

function rootOfPart(tile: Buffer, place: number, width: number): Buffer {
  const roots = knownRoots.get(tile) ?? new Map<string, Buffer>();
  knownRoots.set(tile, roots);
  const key = `${place} ${width}`;
  const part = tile.subarray(place * hashBytes, (place + width) * hashBytes);
  if (part.length !== width * hashBytes) throw new RangeError('this part of the log does not exist');
  const root = roots.get(key) ?? rootOfFull(part);
  roots.set(key, root);
  return root;
}

/** Returns the hash of the full subtree with the entries from index * 2^level. */
async function fullSubtree(tiles: Tiles, level: number, index: number): Promise<Buffer> {
  const inner = level % tileLevels;
  const first = index * 2 ** inner;
  const hashes = await tiles(Math.floor(level / tileLevels), Math.floor(first / tileWidth));
  return rootOfPart(hashes, first % tileWidth, 2 ** inner);
}

const largestPowerBelow = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1);

/** Returns the hash of the tree over the entries from `from` up to, not including, `to` (RFC 6962, section 2.1). */
export async function treeHash(tiles: Tiles, from: number, to: number): Promise<Buffer> {
  const size = to - from;
  if (size === 0) return sha256('');
  const level = Math.log2(size);
  if (Number.isInteger(level) && from % size === 0) return fullSubtree(tiles, level, from / size);
  const middle = from + largestPowerBelow(size);
  return nodeHash(await treeHash(tiles, from, middle), await treeHash(tiles, middle, to));
}

/** Returns the audit path of an entry in the tree of this size, from the bottom up. */
export async function inclusionProof(tiles: Tiles, index: number, size: number): Promise<Buffer[]> {
  if (index < 0 || index >= size) throw new RangeError('the entry is not in the log');
  const walk = async (from: number, to: number): Promise<Buffer[]> => {
    if (to - from === 1) return [];
    const middle = from + largestPowerBelow(to - from);
    return index < middle
      ? [...(await walk(from, middle)), await treeHash(tiles, middle, to)]
      : [...(await walk(middle, to)), await treeHash(tiles, from, middle)];
  };
  return walk(0, size);
}

/**
 * Returns the proof that the tree of `size` continues the tree of `old` entries. Empty if the size of one tree makes
 * the proof trivial.
 *
 * @param withStart starts the proof with the old root, even where RFC 9162 leaves the root out because `old` is a power
 * of two. The proof of a rewritten log then shows the root of that log at `old`.
 */
export async function consistencyProof(tiles: Tiles, old: number, size: number, withStart = false): Promise<Buffer[]> {
  if (old < 0 || old > size) throw new RangeError('the log is shorter than that');
  if (old === 0 || old === size) return [];
  const walk = async (from: number, to: number, isKnown: boolean): Promise<Buffer[]> => {
    if (old === to) return isKnown ? [] : [await treeHash(tiles, from, to)];
    const middle = from + largestPowerBelow(to - from);
    return old <= middle
      ? [...(await walk(from, middle, isKnown)), await treeHash(tiles, middle, to)]
      : [...(await walk(middle, to, false)), await treeHash(tiles, from, middle)];
  };
  return walk(0, size, !withStart);
}
