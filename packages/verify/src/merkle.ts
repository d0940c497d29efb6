import { type Bytes, check, fromBase64, indexOf, isInRange, joined, listOf, sha256, unitsOf } from './bytes.ts';

const half = (number: number): number => Math.floor(number / 2);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> => sha256(Uint8Array.of(1), left, right);

/** Returns the root of an audit path (RFC 9162, 2.1.3.2). */
export async function inclusionRoot(index: number, size: number, leaf: Bytes, path: readonly string[]): Promise<Bytes> {
  check(indexOf(index) < size, `The log has no entry ${index}.`);
  const hash = await sha256(Uint8Array.of(0), leaf);
  return (await climb(index, size - 1, [hash, hash], path))[1];
}

/**
 * Returns the roots of a consistency proof at two sizes, 0 < first < second (RFC 9162, 2.1.4.2). The path starts with a
 * node of the tree. If the first size is a power of two, this node is the first root.
 */
export function rootsOf(first: number, second: number, path: readonly string[]): Promise<[Bytes, Bytes]> {
  check(indexOf(first) > 0 && first < indexOf(second), 'The sizes of the log are out of order.');
  let [fn, sn] = [first - 1, second - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  const seed = fromBase64(path[0], 32);
  return climb(fn, sn, [seed, seed], path.slice(1));
}

async function climb(fn: number, sn: number, start: [Bytes, Bytes], path: readonly string[]): Promise<[Bytes, Bytes]> {
  let [index, last] = [fn, sn];
  let [first, second] = start;
  for (const hash of listOf(path, 64).map((one) => fromBase64(one, 32))) {
    check(last > 0, 'A proof has too many hashes.');
    if (index % 2 === 1 || index === last) {
      [first, second] = [await nodeHash(hash, first), await nodeHash(hash, second)];
      while (index % 2 === 0 && index > 0) [index, last] = [half(index), half(last)];
    } else second = await nodeHash(second, hash);
    [index, last] = [half(index), half(last)];
  }
  check(last === 0, 'A proof has too few hashes.');
  return [first, second];
}

export const u128 = (sum: bigint): Bytes =>
  Uint8Array.from({ length: 16 }, (_, at) => Number((sum >> BigInt(8 * (15 - at))) & 255n));

export type SumStep = { hash: string; sum: string };

/** Returns the root of a tree of sums and its sum, from a leaf and the leaf's path. */
export async function sumRoot(commitment: Bytes, amount: bigint, index: number, path: readonly SumStep[]) {
  check(isInRange(amount), 'An amount is out of range.');
  let [sum, place] = [amount, indexOf(index)];
  let hash = await sha256(Uint8Array.of(0), commitment, u128(sum));
  for (const step of listOf(path, 40)) {
    const otherSum = unitsOf(step.sum);
    check(isInRange(otherSum) && isInRange(sum + otherSum), 'A sum is out of range.');
    const [own, other] = [joined(hash, u128(sum)), joined(fromBase64(step.hash, 32), u128(otherSum))];
    hash = await (place % 2 === 0 ? nodeHash(own, other) : nodeHash(other, own));
    [sum, place] = [sum + otherSum, half(place)];
  }
  check(place === 0, 'The tree has no such leaf.');
  return { hash, sum };
}
