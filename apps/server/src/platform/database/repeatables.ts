import { createHash } from 'node:crypto';
import type { Queryable } from './pool.ts';
import { readRepeatables, readVersion, UnusableSchema, type SchemaFile } from './schema-files.ts';

/**
 * The table that lists the objects of repeatable files. A backup leaves it out, because the copy has no functions and
 * views yet.
 */
export const repeatablesTable = 'public.repeatables';

/** The one row has the digest of all files, the version that ran them, and the objects that they made, as SQL names them. */
export const createRepeatablesTable = `create table if not exists ${repeatablesTable} (
  only_row boolean primary key default true check (only_row), sha256 text not null, version text not null, objects text[] not null)`;

export async function areRepeatablesCurrent(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ sha256: string }>(`select sha256 from ${repeatablesTable}`);
  return rows[0]?.sha256 === digestOf(await readRepeatables());
}

/** Drops the views, so that a migration can change their columns. `applyRepeatables` creates them again. */
export async function dropViews(tx: Queryable): Promise<void> {
  const views = (await readObjects(tx)).filter((object) => object.startsWith('view '));
  if (views.length > 0)
    await tx.query(`drop view if exists ${views.map((view) => view.slice('view '.length)).join(', ')}`);
}

/**
 * Creates all functions and views from their files, and drops those without a file.
 *
 * @throws UnusableSchema if a newer version created them, because its nodes may run on this database and need them
 */
export async function applyRepeatables(tx: Queryable): Promise<void> {
  const version = await readVersion();
  await assertNotNewer(tx, version);
  const before = await readObjects(tx);
  const files = await readRepeatables();
  await tx.query('set local check_function_bodies = off'); // a function may name another one that comes later
  await tx.query(files.map(({ sql }) => sql).join('\n'));
  const { rows } = await tx.query<{ object: string }>(madeHere);
  const objects = rows.map(({ object }) => object);
  for (const object of before) if (!objects.includes(object)) await tx.query(`drop ${ifExists(object)}`);
  await tx.query(
    `insert into ${repeatablesTable} (sha256, version, objects) values ($1, $2, $3)
     on conflict (only_row) do update set
       sha256 = excluded.sha256, version = excluded.version, objects = excluded.objects`,
    [digestOf(files), version, objects],
  );
}

async function assertNotNewer(database: Queryable, own: string) {
  const { rows } = await database.query<{ version: string }>(`select version from ${repeatablesTable}`);
  const made = rows[0]?.version ?? own;
  if (made.localeCompare(own, 'en', { numeric: true }) > 0)
    throw new UnusableSchema(`Florin ${made} made the functions of this database. Start that version instead.`);
}

async function readObjects(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ objects: string[] }>(`select objects from ${repeatablesTable}`);
  return rows[0]?.objects ?? [];
}

/**
 * The lowest 32 bits of the transaction's number, because a row has only these bits of the transaction that wrote it.
 */
const thisTransaction = '(pg_current_xact_id()::text::numeric % 4294967296)::text';

/** Functions and views that the running transaction made or replaced. */
const madeHere = `
  select 'function ' || p.oid::regprocedure as object from pg_proc p where p.xmin::text = ${thisTransaction}
  union all
  select format('view %I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'v' and c.xmin::text = ${thisTransaction}
  order by 1`;

const ifExists = (object: string) => object.replace(' ', ' if exists ');

const digestOf = (files: readonly SchemaFile[]) =>
  createHash('sha256')
    .update(files.map(({ name, sha256 }) => `${name} ${sha256}\n`).join(''))
    .digest('hex');
