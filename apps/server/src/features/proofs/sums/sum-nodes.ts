import { hashBytes, putSha256 } from '../log/digests.ts';

/** A node of a sum tree as bytes: its hash, then its sum in 16 bytes. */
const sumBytes = 16;
export const nodeBytes = hashBytes + sumBytes;

/** No sum reaches this limit, so that sums of sums cannot overflow their bytes. */
const sumLimit = 2n ** 120n;

/** @throws RangeError if the sum is negative or too large */
export function putSum(sum: bigint, into: Buffer, at: number): void {
  if (sum < 0n || sum >= sumLimit) throw new RangeError('a sum is out of range');
  into.writeBigUInt64BE(sum >> 64n, at);
  into.writeBigUInt64BE(sum & 0xffff_ffff_ffff_ffffn, at + 8);
}

/** @throws RangeError if the sum is negative or too large */
export function writeSum(sum: bigint): Buffer {
  const bytes = Buffer.alloc(sumBytes);
  putSum(sum, bytes, 0);
  return bytes;
}

export const readSum = (bytes: Buffer, at = 0): bigint =>
  (bytes.readBigUInt64BE(at) << 64n) + bytes.readBigUInt64BE(at + 8);

/** Buffers for the hashed bytes: a mark, then a commitment and its amount, or two nodes. Reused millions of times. */
const hashedLeaf = Buffer.alloc(1 + nodeBytes, 0);
const hashedPair = Buffer.alloc(1 + 2 * nodeBytes, 1);

/** Writes the leaf of a commitment and its amount, given as the bytes of both. */
export function putLeaf(commitmentAndAmount: Buffer, into: Buffer, at: number): void {
  commitmentAndAmount.copy(hashedLeaf, 1);
  putSha256(hashedLeaf, into, at);
  commitmentAndAmount.copy(into, at + hashBytes, hashBytes);
}

/** The leaf of a commitment and its amount, given as the bytes of both. */
export function sumLeaf(commitmentAndAmount: Buffer): Buffer {
  const leaf = Buffer.allocUnsafe(nodeBytes);
  putLeaf(commitmentAndAmount, leaf, 0);
  return leaf;
}

/**
 * Writes the node above two nodes, which are at `from` in the level below. The new node may overwrite the first of the
 * two nodes.
 */
function putNode(level: Buffer, from: number, into: Buffer, at: number): void {
  level.copy(hashedPair, 1, from, from + 2 * nodeBytes);
  const sum = readSum(level, from + hashBytes) + readSum(level, from + nodeBytes + hashBytes);
  putSha256(hashedPair, into, at);
  putSum(sum, into, at + hashBytes);
}

/** Returns the node above nodes whose number is a power of two. `work` has room for these nodes. */
export function topNode(nodes: Buffer, work: Buffer): Buffer {
  nodes.copy(work);
  for (let length = nodes.length; length > nodeBytes; length /= 2)
    for (let at = 0; 2 * at < length; at += nodeBytes) putNode(work, 2 * at, work, at);
  return Buffer.from(work.subarray(0, nodeBytes));
}

/** Returns the given nodes, whose number is a power of two, and then the levels above them up to the root. */
export function sumLevels(nodes: Buffer): Buffer[] {
  const levels = [nodes];
  for (let level = nodes; level.length > nodeBytes; levels.push(level)) {
    const next = Buffer.allocUnsafe(level.length / 2);
    for (let at = 0; at < next.length; at += nodeBytes) putNode(level, 2 * at, next, at);
    level = next;
  }
  return levels;
}
