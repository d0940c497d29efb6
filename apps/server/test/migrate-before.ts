import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from '../src/platform/database/pool.ts';

const migrations = fileURLToPath(new URL('../migrations/', import.meta.url));

/** As the version that had no such migration yet left it. */
export async function migrateBefore(ownerPool: Pool, name: string) {
  await ownerPool.query('create table public.migrations (name text primary key, ran_at timestamptz not null)');
  for (const file of (await readdir(migrations)).toSorted().filter((each) => each < name)) {
    await ownerPool.query(await readFile(migrations + file, 'utf8'));
    await ownerPool.query('insert into public.migrations values ($1, now())', [file]);
  }
}
