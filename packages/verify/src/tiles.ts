import { base64, type Bytes } from './bytes.ts';
import { nodeHash } from './merkle.ts';

type Read = (path: string) => Promise<Bytes>;

/**
 * Makes a consistency proof (RFC 9162, 2.1.4.1) from the tiles of a log (C2SP tlog-tiles). The tiles may be wrong. The
 * proof starts with the root at the first size, even if this size is a power of two.
 */
export async function consistencyFrom(read: Read, first: number, second: number): Promise<string[]> {
  const tiles = new Map<string, Promise<Bytes>>();
  const hashOf = async (from: number, to: number): Promise<Bytes> => {
    const level = Math.floor(Math.log2(to - from) / 8);
    if (to - from === 256 ** level) {
      const path = tilePath(level, Math.floor(from / 256 ** (level + 1)), Math.floor(second / 256 ** level));
      if (!tiles.has(path)) tiles.set(path, read(path));
      const at = (from / 256 ** level) % 256;
      return ((await tiles.get(path)) ?? new Uint8Array()).slice(32 * at, 32 * at + 32);
    }
    const middle = from + leftSize(to - from);
    return nodeHash(await hashOf(from, middle), await hashOf(middle, to));
  };
  const prove = async (from: number, to: number): Promise<Bytes[]> => {
    if (first === to) return [await hashOf(from, to)];
    const middle = from + leftSize(to - from);
    if (first <= middle) return [...(await prove(from, middle)), await hashOf(middle, to)];
    return [...(await prove(middle, to)), await hashOf(from, middle)];
  };
  return (await prove(0, second)).map(base64);
}

/** The largest power of two below the size. */
const leftSize = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1);

function tilePath(level: number, tile: number, hashes: number): string {
  const digits = String(tile).padStart(Math.ceil(String(tile).length / 3) * 3, '0');
  const width = hashes - tile * 256;
  return `tile/${level}/${digits.replaceAll(/\d{3}(?=\d)/g, 'x$&/')}${width < 256 ? `.p/${width}` : ''}`;
}
