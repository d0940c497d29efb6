import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolder } from '../package-folder.ts';
import { sqlState, transact } from './transact.ts';
import type { Pool, Queryable } from './pool.ts';

const folder = path.join(packageFolder, 'migrations');

/**
 * Brings the schema up to date, forward only, each file once and in the order of the names. One transaction holds the
 * lock on the list, so that of several processes starting at once one migrates and the others find it done. Where nothing
 * is missing there is no lock to wait for: a backup that is being taken holds up a newer version only.
 *
 * @param pool connects as the owner of the schema, not as the application
 * @returns the names of the files that ran now
 * @throws NewerSchema where files ran that this version does not have; then nothing was done
 */
export async function migrate(pool: Pool): Promise<string[]> {
  await createList(pool);
  const files = await listFiles();
  if ((await missingOf(pool, files)).length === 0) return [];
  return transact(pool, async (tx) => {
    await tx.query('lock table public.migrations in exclusive mode');
    const missing = await missingOf(tx, files);
    await run(tx, missing);
    return missing;
  });
}

async function missingOf(db: Queryable, files: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('select name from public.migrations');
  const done = new Set(rows.map((row) => row.name));
  refuseNewer(files, done);
  return files.filter((name) => !done.has(name));
}

/**
 * Makes the schema of a day past in an empty database, within the caller's transaction.
 *
 * @returns which of the names this version does not have; then nothing was done
 */
export async function migrateTo(tx: Queryable, names: readonly string[]): Promise<string[]> {
  const files = await listFiles();
  const unknown = names.filter((name) => !files.includes(name));
  if (unknown.length > 0) return unknown;
  await tx.query(list);
  await run(tx, names.toSorted());
  return [];
}

const listFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();

async function run(tx: Queryable, names: readonly string[]) {
  for (const name of names) {
    await tx.query(await readFile(path.join(folder, name), 'utf8'));
    await tx.query('insert into public.migrations values ($1, now())', [name]);
  }
}

const list = 'create table if not exists public.migrations (name text primary key, ran_at timestamptz not null)';

/** `if not exists` does not keep two processes from creating the table, or its row type, at the same moment. */
async function createList(pool: Pool) {
  await pool.query(list).catch((error: unknown) => {
    if (!['23505', '42P07', '42710'].includes(sqlState(error) ?? '')) throw error;
  });
}

/** Only a newer version of Florin can use this database. */
export class NewerSchema extends Error {}

function refuseNewer(files: readonly string[], done: ReadonlySet<string>) {
  const unknown = [...done].find((name) => !files.includes(name));
  if (unknown !== undefined)
    throw new NewerSchema(
      `The database was migrated by a newer version (it has ${unknown}). Start that version instead.`,
    );
}
