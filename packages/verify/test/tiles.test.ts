import { expect, test } from 'vitest';
import { consistencyFrom } from '../src/tiles.ts';
import { startedConsistency } from './simple-merkle.ts';
import { tileAt } from './tile-server.ts';

const entries = Array.from({ length: 66_000 }, (_, at) => Buffer.from(`${at}`));

const sizes = [
  [1, 2],
  [1, 255],
  [5, 256],
  [256, 257],
  [255, 300],
  [512, 1_000],
  [700, 20_000],
  [65_536, 65_537],
  [65_790, 66_000],
] as const;
test.each(sizes)(
  'the consistency proof from the tiles of a log from %i to %i entries equals the proof of RFC 6962',
  async (first, second) => {
    const log = entries.slice(0, second);
    const tiles = new Map<string, Uint8Array | undefined>();
    const read = (path: string) => {
      expect(tiles.has(path)).toBe(false);
      tiles.set(path, tileAt(path, log));
      return Promise.resolve(new Uint8Array(tiles.get(path) ?? []));
    };
    const expected = startedConsistency(first, log).map((hash) => hash.toString('base64'));
    expect(await consistencyFrom(read, first, second)).toEqual(expected);
    expect([...tiles.values()]).not.toContain(undefined);
  },
);
