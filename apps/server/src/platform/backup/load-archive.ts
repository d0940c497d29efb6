import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { migrateTo } from '../database/migrate.ts';
import { UnusableSchema } from '../database/schema-files.ts';
import { transact } from '../database/transact.ts';
import type { Pool, Queryable } from '../database/pool.ts';
import { ArchiveProblem, type Footer, type Header } from './archive.ts';
import { openArchive } from './read-archive.ts';
import { isEmpty, listPartitions, listTables } from './schema.ts';

export type Loaded = { readonly header: Header; readonly footer: Footer };

/**
 * Asserts that a backup can be restored into this database.
 *
 * @param where for the operator, such as `Ledger 1 (10.0.0.21/florin)`
 */
export async function assertEmpty(database: Queryable, where: string): Promise<void> {
  if (!(await isEmpty(database)))
    throw new ArchiveProblem(`${where} is not empty. A backup can only be restored into an empty database.`);
}

/**
 * Restores a backup into an empty database, in one transaction: an interrupted restore leaves the database empty.
 *
 * @param file must have been checked before
 * @throws ArchiveProblem if the database is not empty, or this version cannot create the backup's schema
 */
export async function loadArchive(ownerPool: Pool, file: string, progress: (bytes: number) => void): Promise<Loaded> {
  const loaded = await transact(ownerPool, async (tx) => {
    await tx.query('set local statement_timeout = 0');
    await tx.query('set local idle_in_transaction_session_timeout = 0');
    await tx.query(`set local client_encoding = 'UTF8'`);
    await assertEmpty(tx, 'This database');
    const archive = await openArchive(file);
    try {
      await createSchema(tx, archive.header);
      for (const { name, columns } of archive.header.tables) {
        const copy = tx.query(from(`copy ${name} (${columns.join(', ')}) from stdin`));
        await pipeline(countBytes(await archive.rowsOf(name), progress), copy);
      }
      const footer = await archive.footer();
      for (const { name, last_value, is_called } of footer.sequences)
        await tx.query('select setval($1, $2, $3)', [name, last_value, is_called]);
      return { header: archive.header, footer };
    } finally {
      await archive.close();
    }
  });
  await ownerPool.query('analyze'); // the checks after a restore run large queries
  return loaded;
}

/** Creates the tables of the backup's schema version, without the rows that migrations insert. */
async function createSchema(tx: PoolClient, { migrations, tables, partitions }: Header) {
  await migrateTo(tx, migrations).catch((error: unknown) => {
    if (!(error instanceof UnusableSchema)) throw error;
    throw new ArchiveProblem('Another version of Florin took this backup. Restore it with that version.', {
      cause: error,
    });
  });
  const made = new Map((await listTables(tx)).map(({ name, columns }) => [name, columns.join()]));
  const other = tables.find(({ name, columns }) => made.get(name) !== columns.join());
  if (other ?? made.size !== tables.length)
    throw new ArchiveProblem(
      `The tables of this Florin version differ from the backup${other ? ` (${other.name})` : ''}. Restore it with the version that took it.`,
    );
  const existing = new Set((await listPartitions(tx)).map(({ name }) => name));
  for (const { name, make } of partitions)
    if (!existing.has(name)) for (const statement of make) await tx.query(statement);
  await tx.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
}

async function* countBytes(chunks: AsyncIterable<Buffer>, progress: (bytes: number) => void) {
  for await (const chunk of chunks) {
    progress(chunk.length);
    yield chunk;
  }
}
