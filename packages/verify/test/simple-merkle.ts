import { createHash } from 'node:crypto';

/**
 * Merkle trees that follow the definitions of RFC 6962 and the README literally, without regard to speed. Shares no
 * code with src.
 */
export const sha = (...parts: readonly Uint8Array[]): Buffer => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};
const split = (size: number) => {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
};

/** RFC 6962, 2.1: MTH. */
export function rootOf(entries: readonly Uint8Array[]): Buffer {
  const [only] = entries;
  if (only === undefined) return sha();
  if (entries.length === 1) return sha(Buffer.of(0), only);
  const left = split(entries.length);
  return sha(Buffer.of(1), rootOf(entries.slice(0, left)), rootOf(entries.slice(left)));
}

/** RFC 6962, 2.1.1: PATH. */
export function pathOf(index: number, entries: readonly Uint8Array[]): Buffer[] {
  if (entries.length <= 1) return [];
  const left = split(entries.length);
  return index < left
    ? [...pathOf(index, entries.slice(0, left)), rootOf(entries.slice(left))]
    : [...pathOf(index - left, entries.slice(left)), rootOf(entries.slice(0, left))];
}

/** Returns the proof in Florin's form: with the first root in front if the first size is a power of two. */
export const startedConsistency = (first: number, entries: readonly Uint8Array[]): Buffer[] => [
  ...(first > 0 && first < entries.length && Number.isInteger(Math.log2(first))
    ? [rootOf(entries.slice(0, first))]
    : []),
  ...consistencyOf(first, entries),
];

/** RFC 6962, 2.1.2: PROOF. */
export function consistencyOf(first: number, entries: readonly Uint8Array[]): Buffer[] {
  const subProof = (size: number, part: readonly Uint8Array[], isWhole: boolean): Buffer[] => {
    if (size === part.length) return isWhole ? [] : [rootOf(part)];
    const left = split(part.length);
    return size <= left
      ? [...subProof(size, part.slice(0, left), isWhole), rootOf(part.slice(left))]
      : [...subProof(size - left, part.slice(left), false), rootOf(part.slice(0, left))];
  };
  return first === 0 ? [] : subProof(first, entries, true);
}

export type SumNode = { hash: Buffer; sum: bigint };
export type SumLeaf = { commitment: Buffer; amount: bigint };
export type AddSums = (left: bigint, right: bigint) => bigint;

/** Two's complement, so that tests can build trees with negative amounts. */
const sixteenBytes = (sum: bigint) => Buffer.from(BigInt.asUintN(128, sum).toString(16).padStart(32, '0'), 'hex');
const add: AddSums = (left, right) => left + right;

/** Returns the levels of a tree of sums from its leaves up to its root. */
export function sumLevels(leaves: readonly SumLeaf[], parentSum: AddSums = add): SumNode[][] {
  let level = leaves.map(({ commitment, amount }) => ({
    hash: sha(Buffer.of(0), commitment, sixteenBytes(amount)),
    sum: amount,
  }));
  const levels = [level];
  while (level.length > 1) {
    const above: SumNode[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = level.slice(at, at + 2) as [SumNode, SumNode];
      const parts = [left.hash, sixteenBytes(left.sum), right.hash, sixteenBytes(right.sum)];
      above.push({ hash: sha(Buffer.of(1), ...parts), sum: parentSum(left.sum, right.sum) });
    }
    levels.push(above);
    level = above;
  }
  return levels;
}

export const sumPath = (index: number, levels: readonly SumNode[][]) =>
  levels.slice(0, -1).map((level, depth) => {
    const { hash, sum } = level[Math.floor(index / 2 ** depth) ^ 1] as SumNode;
    return { hash: hash.toString('base64'), sum: `${sum}` };
  });
