import { createRepeatablesTable, applyRepeatables, areRepeatablesCurrent, dropViews } from './repeatables.ts';
import { readMigrations, UnusableSchema, type SchemaFile } from './schema-files.ts';
import { sqlState, transact } from './transact.ts';
import type { Pool, Queryable } from './pool.ts';

/** A migration that ran in a database. */
export type Applied = { readonly name: string; readonly sha256: string };

/**
 * Brings the schema up to date. Runs each missing migration once, in the order of names. Then recreates all functions
 * and views if any of them has changed. Runs in one transaction that locks the list of migrations: if several processes
 * start together, one migrates, and the others find nothing to do. Takes no lock if nothing has changed, so a backup
 * delays only a newer version.
 *
 * @param pool connects as the owner of the schema, not as the application
 * @returns the names of the migrations that ran now
 * @throws UnusableSchema if another version of Florin made the database and this version cannot use it; nothing was
 * changed
 */
export async function migrate(pool: Pool): Promise<string[]> {
  const [files] = await Promise.all([readMigrations(), createLists(pool)]);
  if (missingOf(files, await readApplied(pool)).length === 0 && (await areRepeatablesCurrent(pool))) return [];
  return transact(pool, async (tx) => {
    await tx.query('lock table public.migrations in exclusive mode');
    const missing = missingOf(files, await readApplied(tx));
    if (missing.length === 0 && (await areRepeatablesCurrent(tx))) return [];
    await dropViews(tx);
    await run(tx, missing);
    await applyRepeatables(tx);
    return missing.map(({ name }) => name);
  });
}

/**
 * Creates the tables of an earlier schema version in an empty database, within the caller's transaction, without
 * functions and views.
 *
 * @throws UnusableSchema if this version does not have one of the migrations; nothing was changed
 */
export async function migrateTo(tx: Queryable, applied: readonly Applied[]): Promise<void> {
  const files = await readMigrations();
  assertKnown(files, applied);
  for (const list of lists) await tx.query(list);
  await run(
    tx,
    files.filter(({ name }) => applied.some((each) => each.name === name)),
  );
}

/** Returns the migrations that ran in this database, in the order of names. */
export async function readApplied(database: Queryable): Promise<Applied[]> {
  const { rows } = await database.query<Applied>('select name, sha256 from public.migrations order by name');
  return rows;
}

async function run(tx: Queryable, files: readonly SchemaFile[]) {
  for (const { name, sql, sha256 } of files) {
    await tx.query(sql);
    await tx.query('insert into public.migrations (name, sha256) values ($1, $2)', [name, sha256]);
  }
}

const lists = [
  `create table if not exists public.migrations (
     name text primary key, sha256 text not null, ran_at timestamptz not null default now())`,
  createRepeatablesTable,
];

async function createLists(pool: Pool) {
  await refuseFirstVersion(pool);
  for (const list of lists) {
    await pool.query(list).catch((error: unknown) => {
      // `if not exists` does not stop two processes from creating the table, or its row type, at the same moment.
      if (!['23505', '42P07', '42710'].includes(sqlState(error) ?? '')) throw error;
    });
  }
}

/** Version 0.1 recorded no digests. */
async function refuseFirstVersion(pool: Pool) {
  const { rows } = await pool.query(
    `select from pg_attribute where attrelid = to_regclass('public.migrations') and attname = 'ran_at'
     and not exists (select from pg_attribute where attrelid = to_regclass('public.migrations') and attname = 'sha256')`,
  );
  if (rows.length > 0)
    throw new UnusableSchema(
      'Florin 0.1 made this database, and its data cannot be upgraded. Move the data folder away, or name an empty one in FLORIN_DATA_DIR (or an empty database in DATABASE_URL), and start again.',
    );
}

function missingOf(files: readonly SchemaFile[], applied: readonly Applied[]): SchemaFile[] {
  assertKnown(files, applied);
  return files.filter(({ name }) => !applied.some((each) => each.name === name));
}

function assertKnown(files: readonly SchemaFile[], applied: readonly Applied[]) {
  for (const { name, sha256 } of applied) {
    const file = files.find((each) => each.name === name);
    if (!file)
      throw new UnusableSchema(
        `A newer version of Florin migrated this database: it has ${name}. Start that version instead.`,
      );
    if (file.sha256 !== sha256)
      throw new UnusableSchema(
        `The migration ${name} was changed after it ran in this database. Restore the file, and put the change into a new migration.`,
      );
  }
}
