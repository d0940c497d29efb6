import { createHash } from 'node:crypto';
import type { App } from '../src/app.ts';

const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The root of a Merkle tree, as RFC 6962 defines it, without any shortcut. */
export function plainRoot(entries: readonly Buffer[]): Buffer {
  if (entries.length === 0) return hash();
  const [only] = entries;
  if (entries.length === 1 && only) return hash(Buffer.of(0), only);
  let half = 1;
  while (half * 2 < entries.length) half *= 2;
  return hash(Buffer.of(1), plainRoot(entries.slice(0, half)), plainRoot(entries.slice(half)));
}

export type ReadLog = {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  readonly entries: Buffer[];
};

/** Reads the whole log over HTTP, as a stranger would. */
export async function readLog({ http }: Pick<App, 'http'>): Promise<ReadLog> {
  const read = async (path: string) => {
    const { statusCode, rawPayload } = await http.inject({ url: `/log/${path}` });
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
    return rawPayload;
  };
  const [origin = '', size = '', root = ''] = (await read('checkpoint')).toString().split('\n');
  const count = Number(size);
  const entries: Buffer[] = [];
  for (let bundle = 0; bundle * 256 < count; bundle++) {
    const width = Math.min(256, count - bundle * 256);
    const path = bundlePath(bundle) + (width < 256 ? `.p/${width}` : '');
    const bytes = await read(`tile/entries/${path}`);
    for (let at = 0; at < bytes.length; at += 2 + bytes.readUInt16BE(at))
      entries.push(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)));
    const hashes = Buffer.concat(entries.slice(bundle * 256).map((entry) => hash(Buffer.of(0), entry)));
    if (!hashes.equals(await read(`tile/0/${path}`))) throw new Error(`tile ${bundle} is not that of its entries`);
  }
  return { origin, size: count, root: Buffer.from(root, 'base64'), entries };
}

const bundlePath = (number: number) => {
  const digits = String(number).padStart(Math.ceil(String(number).length / 3) * 3, '0');
  return (digits.match(/\d{3}/g) ?? []).map((part, at, all) => (at < all.length - 1 ? `x${part}` : part)).join('/');
};
