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

  test('refuses a database that a newer version migrated, and changes nothing', async () => {
    await migrate(pools[0]);
    await pools[0].query(`insert into migrations values ('9999-from-the-future.sql', now())`);
    await pools[0].query(`delete from migrations where name = $1`, [files.toSorted().at(-1)]);
    await expect(migrate(pools[0])).rejects.toThrow('migrated by a newer version (it has 9999-from-the-future.sql)');
    expect(await done()).toHaveLength(files.length);
  });
});
