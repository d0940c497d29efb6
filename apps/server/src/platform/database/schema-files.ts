import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolder } from '../package-folder.ts';

const folder = path.join(packageFolder, 'database');

/** The database's schema is of another version of Florin, and this version cannot use it. */
export class UnusableSchema extends Error {}

export type SchemaFile = { readonly name: string; readonly sql: string; readonly sha256: string };

/** Returns the version of this Florin, such as `0.2.0`. */
export async function readVersion(): Promise<string> {
  const text = await readFile(path.join(packageFolder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Returns the migrations in the order in which they run. They change tables only. */
export const readMigrations = () => read('migrations');

/** Returns the files that define functions and views. All of these files run again whenever one has changed. */
export const readRepeatables = async () => [...(await read('functions')), ...(await read('views'))];

async function read(subfolder: string): Promise<SchemaFile[]> {
  const entries = await readdir(path.join(folder, subfolder), { recursive: true });
  const names = entries.filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, subfolder, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
