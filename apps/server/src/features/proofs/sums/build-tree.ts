import { randomFillSync } from 'node:crypto';
import { hashBytes } from '../log/digests.ts';
import { nodeBytes, putLeaf, putSum, readSum, topNode } from './sum-nodes.ts';

/** Leaves are sorted by 16 bits of their commitments first. Commitments are digests, so all buckets are small. */
const buckets = 2 ** 16;

/** Collects the leaves of one tree: 48 bytes each, a commitment and an amount. */
export class Leaves {
  #bytes: Buffer;
  #count = 0;

  /** @param expected the expected number of leaves */
  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafe(sizeFor(Math.max(expected, 16)) * nodeBytes);
  }

  get count(): number {
    return this.#count;
  }

  add(commitment: Buffer, amount: bigint): void {
    const at = this.#count * nodeBytes;
    this.#makeRoom(this.#count + 1);
    commitment.copy(this.#bytes, at);
    putSum(amount, this.#bytes, at + hashBytes);
    this.#count++;
  }

  /**
   * Adds leaves without an amount, at least one, until the number of leaves is a power of two. The added leaves cannot
   * be distinguished from other leaves.
   */
  fillUp(): void {
    const size = sizeFor(this.#count + 1);
    this.#makeRoom(size);
    randomFillSync(this.#bytes, this.#count * nodeBytes, (size - this.#count) * nodeBytes);
    for (; this.#count < size; this.#count++) putSum(0n, this.#bytes, this.#count * nodeBytes + hashBytes);
  }

  #makeRoom(count: number): void {
    if (count * nodeBytes > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#bytes.length)]);
  }

  /**
   * Yields the places of the leaves in the order of their commitments, in chunks. Each chunk is sorted when it is
   * taken.
   */
  *inOrder(atOnce: number): Generator<Uint32Array> {
    const { order, ends } = this.#byBucket();
    const bytes = this.#bytes;
    const compare = (a: number, b: number) =>
      bytes.compare(bytes, b * nodeBytes, b * nodeBytes + hashBytes, a * nodeBytes, a * nodeBytes + hashBytes);
    let sorted = 0;
    for (let from = 0, bucket = 0; from < this.#count; from += atOnce) {
      for (; sorted < from + atOnce && bucket < buckets; bucket++) {
        const end = ends[bucket] ?? 0;
        if (end - sorted > 1) order.subarray(sorted, end).sort(compare);
        sorted = end;
      }
      yield order.subarray(from, from + atOnce);
    }
  }

  /** Returns the places in the order of their buckets, and the end of each bucket. */
  #byBucket(): { readonly order: Uint32Array; readonly ends: Uint32Array } {
    const bucketOf = (place: number) => this.#bytes.readUInt16BE(place * nodeBytes);
    const next = new Uint32Array(buckets + 1);
    const takeNext = (bucket: number) => {
      const at = next[bucket] ?? 0;
      next[bucket] = at + 1;
      return at;
    };
    for (let place = 0; place < this.#count; place++) takeNext(bucketOf(place) + 1);
    for (let bucket = 1; bucket < buckets; bucket++) next[bucket] = (next[bucket] ?? 0) + (next[bucket - 1] ?? 0);
    const order = new Uint32Array(this.#count);
    for (let place = 0; place < this.#count; place++) order[takeNext(bucketOf(place))] = place;
    return { order, ends: next };
  }

  at(place: number): Buffer {
    return this.#bytes.subarray(place * nodeBytes, (place + 1) * nodeBytes);
  }
}

/** Returns the power of two that has room for this number of leaves. */
const sizeFor = (count: number): number => 2 ** Math.ceil(Math.log2(count));

export type SumTiles = {
  readonly level: number;
  /** The number of the first tile, which the other tiles follow. */
  readonly tile: number;
  /** On level 0: the commitment of the first leaf of each tile. */
  readonly firsts: Uint8Array | null;
  readonly nodes: Uint8Array;
};

export type SumRoot = { readonly depth: number; readonly root: Uint8Array; readonly sum: bigint };

export const sumTileWidth = 256;
export const sumTileLevels = 8;
/** The number of tiles per store, because a store for each tile would take longer than hashing its nodes. */
const tilesAtOnce = 16;
const tileBytes = sumTileWidth * nodeBytes;

/** Two leaves have the same commitment: the same account was read twice, from two ledgers. */
class DoubleLeaf extends Error {
  constructor() {
    super('an account was read from two ledgers while it moved');
  }
}

/**
 * Builds the tree over all leaves, and yields tiles as soon as they are complete. Keeps only the top nodes of tiles in
 * memory.
 */
export function* buildTree(leaves: Leaves): Generator<SumTiles, SumRoot> {
  leaves.fillUp();
  const tops: Buffer[] = [];
  let last: Buffer | undefined;
  for (const places of leaves.inOrder(tilesAtOnce * sumTileWidth)) {
    const nodes = Buffer.allocUnsafe(places.length * nodeBytes);
    const firsts: Buffer[] = [];
    for (const [nth, place] of places.entries()) {
      const leaf = leaves.at(place);
      if (last && leaf.compare(last, 0, hashBytes, 0, hashBytes) === 0) throw new DoubleLeaf();
      if (nth % sumTileWidth === 0) firsts.push(leaf.subarray(0, hashBytes));
      putLeaf(leaf, nodes, nth * nodeBytes);
      last = leaf;
    }
    yield { level: 0, tile: tops.length, firsts: Buffer.concat(firsts), nodes };
    tops.push(...topsOf(nodes));
  }
  const top = yield* buildAbove(Buffer.concat(tops), sumTileLevels);
  return { depth: Math.log2(leaves.count), root: top.subarray(0, hashBytes), sum: readSum(top, hashBytes) };
}

/** Returns the node above each tile. */
function topsOf(nodes: Buffer): Buffer[] {
  const tops: Buffer[] = [];
  const work = Buffer.allocUnsafe(tileBytes);
  for (let from = 0; from < nodes.length; from += tileBytes)
    tops.push(topNode(nodes.subarray(from, from + tileBytes), work));
  return tops;
}

/** Yields the tiles from a level up, and returns the root. */
function* buildAbove(nodes: Buffer, level: number): Generator<SumTiles, Buffer> {
  if (nodes.length === nodeBytes) return nodes;
  const tops: Buffer[] = [];
  for (let from = 0; from < nodes.length; from += tilesAtOnce * tileBytes) {
    const some = nodes.subarray(from, from + tilesAtOnce * tileBytes);
    yield { level, tile: tops.length, firsts: null, nodes: some };
    tops.push(...topsOf(some));
  }
  return yield* buildAbove(Buffer.concat(tops), level + sumTileLevels);
}
