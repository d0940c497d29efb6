import { hashAt, hashBytes, nodeHash, sha256 } from './digests.ts';

/** A tile has the hashes of 256 subtrees, and stands for eight levels of the tree. */
export const tileWidth = 256;
const tileLevels = 8;

/** Returns all existing hashes of a tile, one after the other. */
export type Tiles = (level: number, number: number) => Promise<Buffer>;

/** Returns the root of a full subtree from the hashes at its bottom, whose number is a power of two. */
export function rootOfFull(hashes: Buffer): Buffer {
  let level = Array.from({ length: hashes.length / hashBytes }, (_, place) => hashAt(hashes, place));
  while (level.length > 1) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, place) =>
      nodeHash(below[2 * place] as Buffer, below[2 * place + 1] as Buffer),
    );
  }
  return level[0] as Buffer;
}

/** Returns the hash of the full subtree with the entries from index * 2^level. */
async function fullSubtree(tiles: Tiles, level: number, index: number): Promise<Buffer> {
  const inner = level % tileLevels;
  const first = index * 2 ** inner;
  const hashes = await tiles(Math.floor(level / tileLevels), Math.floor(first / tileWidth));
  const place = first % tileWidth;
  const part = hashes.subarray(place * hashBytes, (place + 2 ** inner) * hashBytes);
  if (part.length !== 2 ** inner * hashBytes) throw new RangeError('this part of the log does not exist');
  return rootOfFull(part);
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
