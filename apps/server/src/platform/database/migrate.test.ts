import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { onDatabase } from '../../../test/global-setup.ts';
import { migrate, readApplied } from './migrate.ts';
import { openPool, type Pool } from './pool.ts';
import { readMigrations } from './schema-files.ts';

const files = (await readMigrations()).map(({ name }) => name);

/** A database without a schema, with one pool for each of two processes. */
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

const applied = async () => (await readApplied(pools[0])).map(({ name }) => name);
const owner = (sql: string, values?: unknown[]) => pools[0].query(sql, values);

/** Runs the work while another session holds the lock of a running backup. The first pool waits for it at most 1 second. */
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

const forgetLastMigration = () => owner('delete from migrations where name = $1', [files.at(-1)]);

describe('migrating', () => {
  test('runs every migration once, ordered by name', async () => {
    expect(await migrate(pools[0])).toEqual(files);
    expect(await migrate(pools[0])).toEqual([]);
    expect(await applied()).toEqual(files);
  });

  test('runs the migrations in only one of two processes that start together', async () => {
    const ran = await Promise.all(pools.map((pool) => migrate(pool)));
    expect(ran.toSorted((a, b) => a.length - b.length)).toEqual([[], files]);
    expect(await applied()).toEqual(files);
  });

  test('a start waits for a running backup only when a migration is missing', async () => {
    await migrate(pools[0]);
    await whileBackedUp(async () => expect(await migrate(pools[0])).toEqual([]));
    await forgetLastMigration();
    await whileBackedUp(() => expect(migrate(pools[0])).rejects.toThrow('lock timeout'));
  });

  test('rejects a database of a newer version and changes nothing', async () => {
    await migrate(pools[0]);
    await owner(`insert into migrations (name, sha256) values ('9999-from-the-future.sql', '')`);
    await forgetLastMigration();
    await expect(migrate(pools[0])).rejects.toThrow('newer version of Florin migrated this database: it has 9999-');
    expect(await applied()).toHaveLength(files.length);
  });

  test('rejects a migration that was changed after it ran', async () => {
    await migrate(pools[0]);
    await owner(`update migrations set sha256 = 'another'`);
    await expect(migrate(pools[0])).rejects.toThrow(`The migration ${files[0]} was changed after it ran`);
  });

  test('the notification job keeps the time of its last run under its new name', async () => {
    await migrate(pools[0]);
    await owner(`insert into recurring_jobs values ('tell-news', now(), '2026-11-01 09:00:00Z')`);
    await owner(`delete from migrations where name = '0002-rename-notification-job.sql'`);
    await migrate(pools[0]);
    const { rows } = await owner('select name, done_at from recurring_jobs');
    expect(rows).toEqual([{ name: 'send-notifications', done_at: new Date('2026-11-01T09:00:00Z') }]);
  });

  test('rejects a database of version 0.1 and changes nothing', async () => {
    await owner('create table migrations (name text primary key, ran_at timestamptz not null)');
    await expect(migrate(pools[0])).rejects.toThrow('Florin 0.1 made this database, and its data cannot be upgraded.');
    const { rows } = await owner(`select from pg_class where relname = 'repeatables'`);
    expect(rows).toEqual([]);
  });
});

describe('functions and views', () => {
  const asTheFilesSay = `ledger.is_amount(1) and not ledger.is_amount(0) and (select count(*) >= 0 from books.entries)`;
  const differ = `update repeatables set sha256 = 'another'`;

  test('a migration recreates functions and views only when a file has changed', async () => {
    await migrate(pools[0]);
    await owner('create or replace function ledger.is_amount(amount numeric) returns boolean return true');
    await owner('drop view books.entries; create view books.entries as select 1 as one');
    await owner(`update repeatables set objects = objects || 'view books.entries'::text`);
    expect(await migrate(pools[0])).toEqual([]);
    expect((await owner('select ledger.is_amount(0) as is_amount')).rows).toEqual([{ is_amount: true }]);
    await owner(differ);
    expect(await migrate(pools[0])).toEqual([]);
    expect((await owner(`select ${asTheFilesSay} as well`)).rows).toEqual([{ well: true }]);
  });

  test('a migration drops functions and views that are no longer in any file', async () => {
    await migrate(pools[0]);
    await owner(`create function ledger.gone(a int) returns int return a`);
    await owner(`create view books.gone as select 1 as one`);
    await owner(
      `update repeatables set objects = objects || '{"function ledger.gone(integer)","view books.gone"}', sha256 = ''`,
    );
    await owner('create function public.foreign_to_florin() returns int return 1');
    await migrate(pools[0]);
    const { rows } = await owner(
      `select to_regprocedure('ledger.gone(int)') as gone, to_regclass('books.gone') as gone_view,
              to_regprocedure('public.foreign_to_florin()') is not null as stays`,
    );
    expect(rows).toEqual([{ gone: null, gone_view: null, stays: true }]);
  });
});
