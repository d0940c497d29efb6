import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postRaw } from '../../test/ledger-model/driver.ts';
import { accountOrder, batches } from '../../test/ledger-model/orders.ts';
import { invariants, tamperings } from '../../test/ledger-model/tamperings.ts';
import { toBatch } from '../../test/ledger-model/to-batch.ts';
import { openWorld, type World } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { runSweep } from './sweep.ts';

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await openWorld(database.pool, { users: 5, opening: 1_000n });
  await postSome(1);
});
afterAll(() => database.close());

async function postSome(seed: number) {
  const [plan = []] = fc.sample(batches(accountOrder, 10), { numRuns: 1, seed });
  for (const orders of plan) {
    const batch = toBatch(world, orders);
    const answers = await postRaw(database.pool, batch);
    for (const [i, entry] of batch.entries()) world.model.post(entry, answers[i]?.id ?? 0n);
  }
}

const sweepNew = () => runSweep(database.pool, { whole: false });

/** Returns how many accounts differ from their marks. */
async function unswept(): Promise<number> {
  const { rowCount } = await database.ownerPool.query(
    `select from books.accounts a full join ledger.swept s on s.account_id = a.id
     where a.id is null or a.seq <> coalesce(s.seq, 0) or a.posted <> coalesce(s.posted, 0)`,
  );
  return rowCount ?? 0;
}

describe('the sweep of new entries', () => {
  test('the sweep of new entries finds nothing in untouched books and marks the checked postings', async () => {
    expect(await unswept()).toBeGreaterThan(5);
    expect(await sweepNew()).toBe(0);
    expect(await unswept()).toBe(0);
    await postSome(2);
    expect(await unswept()).toBeGreaterThan(5);
    expect(await sweepNew()).toBe(0);
    expect(await unswept()).toBe(0);
  });

  test('records every run of a sweep', async () => {
    await sweepNew();
    await runSweep(database.pool, { whole: true });
    const { rows } = await database.pool.query<{ whole: boolean; findings: unknown; took: boolean }>(
      'select whole, findings, ended_at >= started_at as took from books.sweeps order by id desc limit 2',
    );
    expect(rows).toEqual([
      { whole: true, findings: [], took: true },
      { whole: false, findings: [], took: true },
    ]);
  });

  test('the sweep of new entries starts 256 blocks before the end of the last sweep', async () => {
    await sweepNew();
    await runSweep(database.pool, { whole: true });
    await inUndoneTransaction(async (query) => {
      const from = await query<{ last: bigint }>(
        'select max(swept_to) as last from books.sweeps where swept_to = (select max(id) from books.entries)',
      );
      expect(from[0]?.last).toBeGreaterThan(0n);
      await query(`create or replace function ledger.mark_if_sound(seed bigint, since bigint) returns boolean
                   language plpgsql as $$ begin raise '%', since; end $$`);
      await query('savepoint swept');
      await expect(query('select ledger.run_sweep(false)')).rejects.toThrow(`${(from[0]?.last ?? 0n) - 256n * 4096n}`);
    });
  });

  test('the sweep of new entries checks entries that became visible long after they got their ids', async () => {
    await sweepNew();
    await postSome(2);
    await inUndoneTransaction(async (query) => {
      // Simulates a batch that waited while thousands of others committed.
      await query('update ledger.sweeps set swept_to = swept_to + 10000 * 4096::bigint where swept_to is not null');
      expect(await query('select ledger.run_sweep(false) as findings')).toEqual([{ findings: 0 }]);
      expect(await query('select count(*)::int as count from ledger.changed_accounts()')).toEqual([{ count: 0 }]);
    });
    expect(await sweepNew()).toBe(0);
  });

  // Only the whole sweep checks holds, quote uses and the posting count of entries.
  const amongPostings = tamperings.filter(({ isOfPostings }) => isOfPostings);

  test.each(amongPostings)(
    'the sweep of new entries names the fault when $title',
    async ({ first = 'select 1', sql, found }) => {
      await sweepNew();
      await postSome(3);
      await inUndoneTransaction(async (query) => {
        await query(first);
        await query(sql);
        expect(await query('select ledger.mark_if_sound(7, -1) as sound')).toEqual([{ sound: false }]);
        const named = await query<{ invariant: string }>('select invariant from ledger.sweep_new()');
        expect(new Set(named.map(({ invariant }) => invariant))).toEqual(
          new Set(found.filter((one) => one !== invariants.complete)),
        );
        expect(await unswept(), 'no mark moves past a finding').toBeGreaterThan(0);
      });
      expect(await sweepNew()).toBe(0);
    },
  );

  test.each([
    ['balance', 'update ledger.accounts set posted = posted + 1 where id = $1'],
    ['sequence number', 'update ledger.accounts set seq = seq + 1 where id = $1'],
  ])('the sweep of new entries detects a changed %s of an account without new entries', async (_what, sql) => {
    await sweepNew();
    await inUndoneTransaction(async (query) => {
      await query(sql, [world.usd[0]]);
      const found = await query<{ account_id: bigint }>('select account_id from ledger.sweep_new()');
      expect(found.map(({ account_id }) => account_id)).toEqual([world.usd[0]]);
    });
  });

  test('the sweep of new entries skips old postings, and the whole sweep checks them', async () => {
    await sweepNew();
    await inUndoneTransaction(async (query) => {
      await query('update ledger.postings set amount = amount + 1 where account_id = $1 and seq = 1', [world.usd[0]]);
      expect(await query('select invariant from ledger.sweep_new()')).toEqual([]);
      expect(await query('select invariant from ledger.sweep()')).not.toEqual([]);
    });
  });
});

type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** Runs the work as the database owner and rolls back. */
async function inUndoneTransaction(work: (query: Query) => Promise<void>) {
  const client = await database.ownerPool.connect();
  try {
    await client.query('begin');
    await work(async (sql, values) => (await client.query(sql, values)).rows);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
