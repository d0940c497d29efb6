import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { onDatabase } from '../../../test/global-setup.ts';
import { migrate } from './migrate.ts';
import { openPool, type Pool } from './pool.ts';

const files = readdirSync(new URL('../../../migrations/', import.meta.url)).filter((name) => name.endsWith('.sql'));

/** Databases that were never migrated, and connections to one of them as two processes would have. */
let pools: [Pool, Pool];
beforeEach(async () => {
  const { address, template } = inject('postgres');
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  const admin = openPool(address, { role: null, size: 1 });
  await admin.query(`create database ${name}`);
  await admin.end();
  const empty = onDatabase(address, name);
  pools = [openPool(empty, { role: null, size: 2 }), openPool(empty, { role: null, size: 2 })];
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
});

const done = async () => {
  const { rows } = await pools[0].query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
};

/** With the lock that a backup holds from its beginning to its end; the first process waits for it a second at most. */
async function whileBackedUp(work: () => Promise<void>) {
  const backup = await pools[1].connect();
  try {
    await backup.query('begin; lock table public.migrations in row share mode');
    await pools[0].query(`set lock_timeout = '1s'`);
    await work();
  } finally {
    backup.release(true);
  }
}

describe('migrating', () => {
  test('runs every file once, in the order of their names', async () => {
    expect(await migrate(pools[0])).toEqual(files.toSorted());
    expect(await migrate(pools[0])).toEqual([]);
    expect(await done()).toEqual(files.toSorted());
  });

  test('by two processes at the same moment is done by one of them', async () => {
    const ran = await Promise.all(pools.map((pool) => migrate(pool)));
    expect(ran.toSorted((a, b) => a.length - b.length)).toEqual([[], files.toSorted()]);
    expect(await done()).toEqual(files.toSorted());
  });

  test('waits for a backup that is being taken only where something is missing', async () => {
    await migrate(pools[0]);
    await whileBackedUp(async () => expect(await migrate(pools[0])).toEqual([]));
    await pools[0].query(`delete from migrations where name = $1`, [files.toSorted().at(-1)]);
    await whileBackedUp(() => expect(migrate(pools[0])).rejects.toThrow('lock timeout'));
  });

  test('refuses a database that a newer version migrated, and changes nothing', async () => {
    await migrate(pools[0]);
    await pools[0].query(`insert into migrations values ('9999-from-the-future.sql', now())`);
    await pools[0].query(`delete from migrations where name = $1`, [files.toSorted().at(-1)]);
    await expect(migrate(pools[0])).rejects.toThrow('migrated by a newer version (it has 9999-from-the-future.sql)');
    expect(await done()).toHaveLength(files.length);
  });
});
