import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postRaw } from '../../test/ledger-model/driver.ts';
import { accountOrder, batches } from '../../test/ledger-model/orders.ts';
import { toBatch } from '../../test/ledger-model/to-batch.ts';
import { openWorld, type World } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import type { Pool } from '../platform/database/pool.ts';
import { openYears } from './open-years.ts';

const year = new Date().getUTCFullYear();

async function withDatabase(work: (database: TestDatabase) => Promise<void>, source?: string) {
  const database = await createTestDatabase({ source });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function postSome(pool: Pool, world: World, seed: number) {
  const [plan = []] = fc.sample(batches(accountOrder, 10), { numRuns: 1, seed });
  for (const orders of plan) await postRaw(pool, toBatch(world, orders));
}

const years = async (pool: Pool) => {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'ledger.postings'::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
};

const thisYearAndNext = [`ledger.postings_${year}`, `ledger.postings_${year + 1}`];

test('stores each posting in the table of its year, and creates the tables a year ahead', () =>
  withDatabase(async ({ pool, ownerPool }) => {
    await postSome(pool, await openWorld(pool, { users: 3, opening: 1_000n }), 7);
    expect(await years(ownerPool)).toEqual(thisYearAndNext);
    const { rows } = await ownerPool.query<{ here: bigint; all: bigint; wrong: bigint }>(
      `select (select count(*) from ledger.postings_${year}) as here, count(*) as all,
              count(*) filter (where p.recorded_on <> (e.recorded_at at time zone 'UTC')::date) as wrong
       from books.postings p join books.entries e on e.id = p.entry_id`,
    );
    expect(rows[0]).toEqual({ here: rows[0]?.all, all: rows[0]?.all, wrong: 0n });
    expect(Number(rows[0]?.all)).toBeGreaterThan(5);
  }));

test('opens the tables of years once for concurrent callers', () =>
  withDatabase(async ({ pool, ownerPool }) => {
    await ownerPool.query(`drop table ledger.postings_${year + 1}`);
    await Promise.all([openYears(pool), openYears(pool), openYears(ownerPool)]);
    await openYears(pool);
    expect(await years(ownerPool)).toEqual(thisYearAndNext);
  }));

test("a new year's table covers exactly the days of that year", () =>
  withDatabase(async ({ pool, ownerPool }) => {
    await ownerPool.query(`drop table ledger.postings_${year + 1}`);
    await openYears(pool);
    const { rows } = await ownerPool.query<{ days: string }>(
      `select pg_get_expr(relpartbound, oid) as days from pg_class where oid = 'ledger.postings_${year + 1}'::regclass`,
    );
    expect(rows).toEqual([{ days: `FOR VALUES FROM ('${year + 1}-01-01') TO ('${year + 2}-01-01')` }]);
  }));

test('a posting number repeated within a year is rejected, and the sweep finds a number repeated across years', () =>
  withDatabase(async ({ pool, ownerPool }) => {
    await postSome(pool, await openWorld(pool, { users: 2, opening: 1_000n }), 11);
    const again = (day: string) =>
      ownerPool.query(
        `insert into ledger.postings (account_id, seq, entry_id, recorded_on, amount, balance_after, asset)
         select account_id, seq, entry_id, ${day}, amount, balance_after, asset from books.postings
         order by account_id desc, seq limit 1`,
      );
    await expect(again('recorded_on')).rejects.toMatchObject({ code: '23505' });
    await again(`recorded_on + interval '1 year'`);
    const { rows } = await ownerPool.query<{ invariant: string }>('select invariant from ledger.sweep()');
    expect(rows.map(({ invariant }) => invariant)).toContain(`each posting's balance_after is the sum up to it`);
  }));
