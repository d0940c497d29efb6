import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOfRows, formatVersion, trailerOf } from './archive.ts';
import { openArchive } from './read-archive.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'florin-archive-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const footer = { tables: [], sequences: [] };

async function archiveOf(tables: Readonly<Record<string, string>>) {
  const lines = [JSON.stringify({ florin_backup: formatVersion }), '\n'];
  for (const [table, rows] of Object.entries(tables)) lines.push(JSON.stringify({ table }), '\n', rows, endOfRows);
  const packed = gzipSync([...lines, JSON.stringify(footer), '\n'].join(''), { level: 1 });
  const file = path.join(folder, 'one.florin');
  writeFileSync(file, Buffer.concat([packed, Buffer.from(trailerOf(hash('sha256', packed), Buffer.alloc(32)))]));
  return openArchive(file);
}

async function rowsIn(archive: Awaited<ReturnType<typeof archiveOf>>, table: string) {
  const chunks: Buffer[] = [];
  for await (const chunk of await archive.rowsOf(table)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('reads the rows of each table as they were written, whatever the chunk boundaries', async () => {
  const lengths = Array.from({ length: 400 }, (_, index) => (index * index * 7) % 20_011);
  const tables = {
    empty: '',
    short: '1\tAda\n2\tBen\n',
    of_all_lengths: lengths.map((length) => `${'\\\\.'.repeat(length)}\n`).join(''),
    without_text: '\n'.repeat(50_000),
    documents: `1\t${'89504e47'.repeat(400_000)}\n2\tshort\n`,
  };
  const archive = await archiveOf(tables);
  for (const [table, rows] of Object.entries(tables)) expect((await rowsIn(archive, table)) === rows).toBe(true);
  expect(await archive.footer()).toEqual(footer);
  await archive.close();
});
