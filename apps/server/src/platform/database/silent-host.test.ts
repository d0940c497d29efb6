import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { cuttableWire } from '../../../test/cuttable-wire.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openPool, type Pool } from './pool.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

let database: TestDatabase;
let wire: Awaited<ReturnType<typeof cuttableWire>>;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  wire = await cuttableWire(database.address);
  pool = openPool(wire.address, { size: 2, silentMs: 40 });
});
afterEach(async () => {
  await wire.close();
  await pool.end();
});
afterAll(() => database.close());

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a running statement fails as database unavailable when its host becomes unreachable', async () => {
  await Promise.all([pool.query('select 1'), pool.query('select 1')]);
  const [one, another] = [pool.query('select pg_sleep(60)'), pool.query('select pg_sleep(60)')];
  const failures = Promise.all([failureOf(one), failureOf(another)]);
  wire.goSilent();
  expect((await failures).map(isDatabaseUnavailable)).toEqual([true, true]);
});

test('a new statement on an idle connection fails as database unavailable when the host is unreachable', async () => {
  await pool.query('select 1');
  wire.goSilent();
  expect(isDatabaseUnavailable(await failureOf(pool.query('select 1')))).toBe(true);
});

test('waits for a slow statement on a reachable host', async () => {
  expect((await pool.query('select 1 as one from pg_sleep(0.6)')).rows).toEqual([{ one: 1 }]);
});
