import { appendFile, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileChanged, readUnchanged } from './read-unchanged.ts';

const content = Buffer.from('0123456789'.repeat(100_000));
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'florin-read-'));
  file = path.join(folder, 'bank.xml');
  await writeFile(file, content);
});
afterEach(() => rm(folder, { recursive: true }));

/** Reads the file, and runs `change` after the first piece. */
async function readWhile(change: () => Promise<void>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readUnchanged(file)) {
    if (pieces.length === 0) await change();
    pieces.push(piece);
  }
  expect(pieces.length).toBeGreaterThan(1);
  return Buffer.concat(pieces);
}

describe('a bank file', () => {
  test('a bank file that does not change while it is read is read completely', async () => {
    expect((await readWhile(async () => {})).equals(content)).toBe(true);
  });

  test.each<[string, () => Promise<void>]>([
    ['grows by a piece', () => appendFile(file, 'more')],
    ['becomes shorter', () => truncate(file, 500_000)],
    ['gets other bytes of the same number', () => rewrittenLater()],
  ])('a bank file that %s while it is read is not taken for whole', async (_, change) => {
    await expect(readWhile(change)).rejects.toBeInstanceOf(FileChanged);
  });
});

async function rewrittenLater(): Promise<void> {
  await writeFile(file, content.toReversed());
  const soon = Date.now() / 1_000 + 60;
  await utimes(file, soon, soon);
}
