import { randomFillSync } from 'node:crypto';
import { hashBytes } from '../log/digests.ts';
import { nodeBytes, readSum, sumLeaf, sumLevels, writeSum } from './sum-nodes.ts';

/** Collects the leaves of one tree: 48 bytes each, a commitment and an amount. */
export class Leaves {
  #bytes: Buffer;
  #count = 0;

  /** @param expected about how many there will be */
  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(expected, 16) * nodeBytes);
  }

  get count(): number {
    return this.#count;
  }

  add(commitment: Buffer, amount: bigint): void {
    const at = this.#count * nodeBytes;
    if (at === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#bytes.length)]);
    commitment.copy(this.#bytes, at);
    writeSum(amount).copy(this.#bytes, at + hashBytes);
    this.#count++;
  }

  /** Adds leaves without an amount until the number is a power of two, at least one. They look like all others. */
  fillUp(): void {
    const size = 2 ** Math.ceil(Math.log2(this.#count + 1));
    const commitment = Buffer.alloc(hashBytes);
    while (this.#count < size) this.add(randomFillSync(commitment), 0n);
  }

  /** Returns the places of the leaves in the order of their commitments. */
  sorted(): Uint32Array {
    const bytes = this.#bytes;
    const order = Uint32Array.from({ length: this.#count }, (_, place) => place);
    const prefix = Float64Array.from({ length: this.#count }, (_, place) => bytes.readUIntBE(place * nodeBytes, 6));
    return order.sort(
      (a, b) =>
        (prefix[a] ?? 0) - (prefix[b] ?? 0) ||
        bytes.compare(bytes, b * nodeBytes, b * nodeBytes + hashBytes, a * nodeBytes, a * nodeBytes + hashBytes),
    );
  }

  at(place: number): Buffer {
    return this.#bytes.subarray(place * nodeBytes, (place + 1) * nodeBytes);
  }
}

export type SumTile = {
  readonly level: number;
  readonly tile: number;
  readonly first: Buffer | null;
  readonly nodes: Buffer;
};

export type SumRoot = { readonly depth: number; readonly root: Buffer; readonly sum: bigint };

export const sumTileWidth = 256;
export const sumTileLevels = 8;

/** Two leaves have the same commitment: the same account was read twice, from two ledgers. */
class DoubleLeaf extends Error {
  constructor() {
    super('an account was read from two ledgers while it moved');
  }
}

/** Builds the tree over all leaves, and passes on each tile as soon as it is whole. Keeps only the tops of tiles. */
export async function buildTree(leaves: Leaves, store: (tile: SumTile) => Promise<void>): Promise<SumRoot> {
  leaves.fillUp();
  const order = leaves.sorted();
  const tops: Buffer[] = [];
  for (let from = 0; from < order.length; from += sumTileWidth) {
    const places = order.subarray(from, from + sumTileWidth);
    const nodes = Buffer.allocUnsafe(places.length * nodeBytes);
    places.forEach((place, nth) => {
      const leaf = leaves.at(place);
      const before = from + nth === 0 ? undefined : leaves.at(order[from + nth - 1] ?? 0);
      if (before && leaf.compare(before, 0, hashBytes, 0, hashBytes) === 0) throw new DoubleLeaf();
      sumLeaf(leaf).copy(nodes, nth * nodeBytes);
    });
    const first = Buffer.from(leaves.at(places[0] ?? 0).subarray(0, hashBytes));
    await store({ level: 0, tile: from / sumTileWidth, first, nodes });
    tops.push(topOf(nodes));
  }
  const top = await storeAbove(Buffer.concat(tops), sumTileLevels, store);
  return { depth: Math.log2(order.length), root: top.subarray(0, hashBytes), sum: readSum(top, hashBytes) };
}

const topOf = (nodes: Buffer): Buffer => sumLevels(nodes).at(-1) ?? nodes;

/** Stores the tiles from a level up, and returns the root. */
async function storeAbove(nodes: Buffer, level: number, store: (tile: SumTile) => Promise<void>): Promise<Buffer> {
  if (nodes.length === nodeBytes) return nodes;
  const tops: Buffer[] = [];
  const width = sumTileWidth * nodeBytes;
  for (let from = 0; from < nodes.length; from += width) {
    const tile = nodes.subarray(from, from + width);
    await store({ level, tile: from / width, first: null, nodes: tile });
    tops.push(topOf(tile));
  }
  return storeAbove(Buffer.concat(tops), level + sumTileLevels, store);
}
