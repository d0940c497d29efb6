import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { factsOf } from './ledger-facts.ts';
import { loadArchive, writeArchive, type Loaded } from './platform/backup/index.ts';
import type { Pool } from './platform/database/pool.ts';
import { verifyRestored } from './verify-restored.ts';

const masterKey = randomBytes(32);

let database: TestDatabase;
let folder: string;
let file: string;
let archive: Loaded;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.ownerPool.query(`select ledger.open_assets('{USD}', 2::smallint)`);
  folder = mkdtempSync(path.join(tmpdir(), 'florin-verify-'));
  file = path.join(folder, 'backup');
  archive = await backUp(database.ownerPool, file);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

const progress = () => undefined;
const backUp = (source: Pool, to: string) => writeArchive(source, to, { masterKey, factsOf, progress });
const problemsOf = (copy: Pool, loaded: Loaded, of: string) =>
  verifyRestored(copy, loaded, { file: of, masterKeys: [masterKey], note: () => undefined });

test('finds no problem in an unchanged restored database', async () => {
  expect(await problemsOf(database.ownerPool, archive, file)).toEqual([]);
});

test('ignores a wrong row count in the backup when the rows are equal', async () => {
  const tables = archive.footer.tables.map((table) => ({ ...table, rows: 7 }));
  const noted = { ...archive, footer: { ...archive.footer, tables } };
  expect(await problemsOf(database.ownerPool, noted, file)).toEqual([]);
});

test('reports changed rows and a changed number of rows in a restored database', async () => {
  const changed = await createTestDatabase();
  await changed.ownerPool.query(`select ledger.open_assets('{EUR}', 2::smallint)`);
  expect(await problemsOf(changed.ownerPool, archive, file)).toContain(
    'the rows of ledger.assets differ from the backup',
  );
  await changed.ownerPool.query(`select ledger.open_assets('{USD}', 2::smallint)`);
  expect(await problemsOf(changed.ownerPool, archive, file)).toContainEqual(
    expect.stringMatching(/^ledger\.assets has \d+ rows instead of \d+$/),
  );
  await changed.close();
});

test('accepts restored rows in another order, and reports a changed row among them', async () => {
  const source = await createTestDatabase();
  const of = path.join(folder, 'in-another-order');
  await source.ownerPool.query(`
    insert into ledger.postings (account_id, seq, entry_id, recorded_on, amount, balance_after, asset)
    select 1, n, n, '2026-06-01', 1, n, 'USD' from generate_series(1, 1000) n`);
  await backUp(source.ownerPool, of);
  const copy = await createEmptyDatabase();
  const loaded = await loadArchive(copy.ownerPool, of, progress);

  // An updated row moves behind the others. PostgreSQL 15 may produce such an order in a restore.
  await copy.ownerPool.query('update ledger.postings set amount = amount where seq = 500');
  const { rows } = await copy.ownerPool.query('select seq from ledger.postings');
  expect(rows.at(-1)).toEqual({ seq: 500n });
  const other = 'the rows of ledger.postings differ from the backup';
  expect(await problemsOf(copy.ownerPool, loaded, of)).not.toContain(other);

  await copy.ownerPool.query('update ledger.postings set amount = 2 where seq = 500');
  expect(await problemsOf(copy.ownerPool, loaded, of)).toContain(other);
  await Promise.all([source.close(), copy.close()]);
});
