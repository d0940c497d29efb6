import { hashBytes, sha256 } from '../log/digests.ts';

/** A node of a sum tree as bytes: its hash, then its sum in 16 bytes. */
const sumBytes = 16;
export const nodeBytes = hashBytes + sumBytes;

/** No sum reaches it, so that sums of sums cannot overflow their bytes. */
const sumLimit = 2n ** 120n;

const leafMark = Buffer.of(0);
const nodeMark = Buffer.of(1);

/** @throws RangeError if the sum is negative or too large */
export function writeSum(sum: bigint): Buffer {
  if (sum < 0n || sum >= sumLimit) throw new RangeError('a sum is out of range');
  const bytes = Buffer.alloc(sumBytes);
  bytes.writeBigUInt64BE(sum >> 64n);
  bytes.writeBigUInt64BE(sum & 0xffff_ffff_ffff_ffffn, 8);
  return bytes;
}

export const readSum = (bytes: Buffer, at = 0): bigint =>
  (bytes.readBigUInt64BE(at) << 64n) + bytes.readBigUInt64BE(at + 8);

/** The leaf of a commitment and its amount, given as the bytes of both. */
export const sumLeaf = (commitmentAndAmount: Buffer): Buffer =>
  Buffer.concat([sha256(Buffer.concat([leafMark, commitmentAndAmount])), commitmentAndAmount.subarray(hashBytes)]);

/** The node above two nodes, given as the bytes of both. */
const sumNode = (pair: Buffer): Buffer =>
  Buffer.concat([
    sha256(Buffer.concat([nodeMark, pair])),
    writeSum(readSum(pair, hashBytes) + readSum(pair, nodeBytes + hashBytes)),
  ]);

/** Returns the levels above nodes whose number is a power of two, up to the root: the given ones first. */
export function sumLevels(nodes: Buffer): Buffer[] {
  const levels = [nodes];
  for (let level = nodes; level.length > nodeBytes; levels.push(level)) {
    const pairs = level.length / nodeBytes / 2;
    const next = Buffer.allocUnsafe(pairs * nodeBytes);
    for (let pair = 0; pair < pairs; pair++)
      sumNode(level.subarray(2 * pair * nodeBytes, 2 * (pair + 1) * nodeBytes)).copy(next, pair * nodeBytes);
    level = next;
  }
  return levels;
}
