import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildTree, Leaves, type SumTiles } from './build-tree.ts';

const nodeBytes = 48;
const sumOf = (sum: bigint) => Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');
const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

type Leaf = { readonly commitment: Buffer; readonly amount: bigint };
const randomLeaves = (count: number): Leaf[] =>
  Array.from({ length: count }, (_, nth) => ({ commitment: randomBytes(32), amount: BigInt(nth) }));

function build(all: readonly Leaf[], expected = all.length) {
  const leaves = new Leaves(expected);
  for (const { commitment, amount } of all) leaves.add(commitment, amount);
  const stored: SumTiles[] = [];
  const building = buildTree(leaves);
  let step = building.next();
  for (; !step.done; step = building.next()) stored.push(step.value);
  const root = step.value;
  const nodesOf = (level: number) =>
    Buffer.concat(stored.filter((one) => one.level === level).map(({ nodes }) => nodes));
  return { root, stored, nodesOf };
}

/** Computes the root from the leaves' nodes, pair by pair. */
function plainRoot(nodes: Buffer): Buffer {
  if (nodes.length === nodeBytes) return nodes;
  const above: Buffer[] = [];
  for (let at = 0; at < nodes.length; at += 2 * nodeBytes) {
    const pair = nodes.subarray(at, at + 2 * nodeBytes);
    const [left, right] = [pair.toString('hex', 32, 48), pair.toString('hex', 80, 96)];
    above.push(hash(Buffer.of(1), pair), sumOf(BigInt(`0x${left}`) + BigInt(`0x${right}`)));
  }
  return plainRoot(Buffer.concat(above));
}

describe('a sum tree', () => {
  test.each([0, 1, 2, 255, 256, 300, 5_000, 20_000])('a sum tree has its root over %i leaves', (count) => {
    const all = randomLeaves(count);
    const { root, nodesOf } = build(all);
    const nodes = nodesOf(0);
    expect(nodes.length / nodeBytes).toBe(2 ** root.depth);
    expect(nodes.length / nodeBytes).toBeGreaterThan(count);
    const expected = plainRoot(nodes);
    expect(Buffer.concat([root.root, sumOf(root.sum)])).toEqual(expected);
    expect(root.sum).toBe(all.reduce((sum, { amount }) => sum + amount, 0n));
  });

  test('a sum tree orders leaves by their commitments, and has the first commitment of each tile', () => {
    const all = randomLeaves(9_000).map((leaf, nth) =>
      // Half of the commitments begin alike, so that these are in one bucket.
      nth % 2 === 0 ? leaf : { ...leaf, commitment: Buffer.concat([Buffer.of(7, 7), leaf.commitment.subarray(2)]) },
    );
    const { stored, nodesOf } = build(all, 10);
    const nodes = nodesOf(0);
    const hashes = new Map(
      all.map(({ commitment, amount }) => [hash(Buffer.of(0), commitment, sumOf(amount)).toString('hex'), commitment]),
    );
    const inTree: { at: number; commitment: Buffer }[] = [];
    for (let at = 0; at < nodes.length; at += nodeBytes) {
      const commitment = hashes.get(nodes.toString('hex', at, at + 32));
      if (commitment) inTree.push({ at: at / nodeBytes, commitment });
    }
    const commitments = inTree.map(({ commitment }) => commitment);
    expect(commitments).toEqual(all.map(({ commitment }) => commitment).toSorted((a, b) => a.compare(b)));
    const firsts = Buffer.concat(stored.flatMap((one) => one.firsts ?? []));
    for (const { at, commitment } of inTree) {
      const first = firsts.subarray(Math.floor(at / 256) * 32, Math.floor(at / 256) * 32 + 32);
      expect(first.compare(commitment)).toBe(at % 256 === 0 ? 0 : -1);
    }
  });

  test('a sum tree numbers the tiles of each level from 0 on', () => {
    const { stored } = build(randomLeaves(20_000));
    for (const level of [0, 8]) {
      let next = 0;
      for (const { tile, nodes } of stored.filter((one) => one.level === level)) {
        expect(tile).toBe(next);
        next += nodes.length / nodeBytes / 256;
      }
      expect(next).toBe(level === 0 ? 128 : 0.5);
    }
  });

  test('a sum tree cannot have a commitment twice', () => {
    const [leaf, ...others] = randomLeaves(3_000);
    if (!leaf) throw new Error('no leaf');
    expect(() => build([leaf, ...others, leaf])).toThrow('read from two ledgers');
  });

  test('a sum tree cannot have amounts that are negative or too large', () => {
    const leaves = new Leaves(1);
    expect(() => leaves.add(randomBytes(32), -1n)).toThrow(RangeError);
    expect(() => leaves.add(randomBytes(32), 2n ** 120n)).toThrow(RangeError);
  });
});
