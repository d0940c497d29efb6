import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { postRaw } from '../../test/ledger-model/driver.ts';
import type { Order } from '../../test/ledger-model/orders.ts';
import { toBatch } from '../../test/ledger-model/to-batch.ts';
import { openWorld } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { scheduleNewPostingsIndex } from './index-new-postings.ts';

const table = `ledger.postings_${new Date().getUTCFullYear()}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // Autovacuum would index the postings too, and autosummarize would index the previous range when a new one starts.
  await database.ownerPool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  await database.ownerPool.query(`alter index ${table}_entry_id_idx set (autosummarize = off)`);
});
afterAll(() => database.close());
afterEach(() => void vi.useRealTimers());

/** Indexes new postings and returns the number of ranges (32 pages each) that it indexed. */
const indexNewPostings = async () => {
  const { rows } = await database.pool.query<{ parts: number }>('select ledger.index_new_postings() as parts');
  return rows[0]?.parts;
};

const fullParts = async () => {
  const { rows } = await database.ownerPool.query<{ parts: number }>(
    `select (pg_relation_size('${table}') / 8192 / 32)::int as parts`,
  );
  return rows[0]?.parts ?? 0;
};

async function fillTwoParts() {
  const world = await openWorld(database.pool, { users: 2, opening: 10_000n });
  const send: Order = { ask: 'send', from: 0, to: 1, amount: 1, fee: 0, lane: 0 };
  const before = await fullParts();
  while ((await fullParts()) < before + 2) await postRaw(database.pool, toBatch(world, Array<Order>(1_000).fill(send)));
}

test('indexes nothing when no range of postings is full', async () => {
  expect(await fullParts()).toBe(0);
  expect(await indexNewPostings()).toBe(0);
});

test('indexes a full range of postings once, and does not index the range that is still filling', async () => {
  await fillTwoParts();
  expect(await indexNewPostings()).toBe(1); // the first range was indexed when the table was empty
  expect(await indexNewPostings()).toBe(0);
  await fillTwoParts();
  expect(await indexNewPostings()).toBe(2);
  const { rows } = await database.ownerPool.query<{ unfinished: number }>(
    `select brin_summarize_new_values('${table}_entry_id_idx') as unfinished`,
  );
  expect(rows).toEqual([{ unfinished: 1 }]);
});

test('skips a table during its vacuum and indexes it on the next run', async () => {
  await fillTwoParts();
  const vacuum = await database.ownerPool.connect();
  await vacuum.query('begin');
  await vacuum.query(`lock table ${table} in share update exclusive mode`);
  expect(await indexNewPostings()).toBe(0);
  await vacuum.query('rollback');
  vacuum.release();
  expect(await indexNewPostings()).toBeGreaterThanOrEqual(1);
});

test('the recurring job indexes new postings', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await fillTwoParts();
  const job = scheduleNewPostingsIndex(database.pool, pino({ level: 'silent' }));
  vi.advanceTimersByTime(2_000);
  await job.stop();
  expect(await indexNewPostings()).toBe(0);
});
