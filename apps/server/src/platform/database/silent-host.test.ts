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

test('a statement whose host falls silent and is not there any more fails as the database being unavailable', async () => {
  await Promise.all([pool.query('select 1'), pool.query('select 1')]);
  const [one, another] = [pool.query('select pg_sleep(60)'), pool.query('select pg_sleep(60)')];
  const failures = Promise.all([failureOf(one), failureOf(another)]);
  wire.goSilent();
  expect((await failures).map(isDatabaseUnavailable)).toEqual([true, true]);
});

test('so does one that is asked only then, on a connection that was idle', async () => {
  await pool.query('select 1');
  wire.goSilent();
  expect(isDatabaseUnavailable(await failureOf(pool.query('select 1')))).toBe(true);
});

test('a statement that takes long on a host that is there is waited for', async () => {
  expect((await pool.query('select 1 as one from pg_sleep(0.6)')).rows).toEqual([{ one: 1 }]);
});
