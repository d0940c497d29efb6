import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { faultyWire, type FaultyWire } from '../../../test/faulty-wire/faulty-wire.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openPool, type Pool } from './pool.ts';
import { transact } from './transact.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

// An unhandled error event ends a process. In this test, such an event would fail the test run.

let database: TestDatabase;
let wire: FaultyWire;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await faultyWire(database.address);
});
beforeEach(() => {
  pool = openPool(wire.address, { size: 1 });
});
afterEach(async () => {
  wire.heal();
  await pool.end();
});
afterAll(async () => {
  await wire.close();
  await database.close();
});

const endAllOthers = () =>
  database.ownerPool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a connection lost during a statement fails only its transaction', async () => {
  wire.spoil(({ inTransaction }) => (inTransaction ? { fault: 'reset', when: 'during' } : undefined));
  const failure = await failureOf(transact(pool, (tx) => tx.query('select 1')));
  expect(isDatabaseUnavailable(failure)).toBe(true);
  wire.heal();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a connection lost between two statements fails only its transaction', async () => {
  const failure = await failureOf(
    transact(pool, async (tx) => {
      await tx.query('select 1');
      await endAllOthers();
      await sleep(50); // the connection ends while no statement is pending
      await tx.query('select 2');
    }),
  );
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
