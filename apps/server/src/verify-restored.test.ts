import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { factsOf } from './ledger-facts.ts';
import { writeArchive, type Loaded } from './platform/backup/index.ts';
import { verifyRestored } from './verify-restored.ts';

const masterKey = randomBytes(32);

let database: TestDatabase;
let folder: string;
let archive: Loaded;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'florin-verify-'));
  const file = path.join(folder, 'backup');
  archive = await writeArchive(database.ownerPool, file, { masterKey, factsOf, progress: () => undefined });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

/** As if the archive had noted something else of the table of assets. */
function noted(change: { rows?: number; sha256?: string }): Loaded {
  const tables = archive.footer.tables.map((table) =>
    table.name === 'ledger.assets' ? { ...table, ...change } : table,
  );
  return { ...archive, footer: { ...archive.footer, tables } };
}

const problemsOf = (loaded: Loaded) =>
  verifyRestored(database.ownerPool, loaded, { masterKeys: [masterKey], note: () => undefined });

test('what was backed up is well where it is the same', async () => {
  expect(await problemsOf(archive)).toEqual([]);
});

test('the same rows are well, whatever their number was noted as', async () => {
  expect(await problemsOf(noted({ rows: 7 }))).toEqual([]);
});

test('other rows are not, whether as many were noted or not', async () => {
  const sha256 = 'f'.repeat(64);
  expect(await problemsOf(noted({ sha256 }))).toEqual(['ledger.assets has other rows than the backup']);
  expect(await problemsOf(noted({ sha256, rows: 7 }))).toEqual([
    expect.stringMatching(/^ledger\.assets has \d rows and not 7$/),
  ]);
});
