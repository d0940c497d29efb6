import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { pipeline, type Statements } from './pipeline.ts';
import { openPool, type Pool } from './pool.ts';
import { withRetry } from './transact.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let pool: Pool;
let statements: Statements;
beforeEach(() => {
  pool = openPool(database.address, { size: 2 });
  statements = pipeline(pool);
});
afterEach(() => pool.end());

type Answer = { pid: number; began: Date };

const take = async (seconds: number): Promise<Answer | undefined> => {
  const text = 'select pg_backend_pid() as pid, now() as began, pg_sleep($1)';
  return (await statements.query<Answer>({ name: 'take', text, values: [seconds] })).rows[0];
};

/** The number of connections in the pool, and of idle ones. */
const connections = () => [pool.totalCount, pool.idleCount];

test('runs all statements in order on one connection, each in its own transaction', async () => {
  const answers = await Promise.all([take(0.02), take(0), take(0)]);
  expect(new Set(answers.map((one) => one?.pid)).size).toBe(1);
  const began = answers.map((one) => Number(one?.began));
  expect(began).toEqual(began.toSorted((a, b) => a - b));
  expect((began[1] ?? 0) - (began[0] ?? 0)).toBeGreaterThanOrEqual(20);
});

test('sends a statement before the previous statement has its result', async () => {
  const sockets: Socket[] = [];
  pool.on('connect', ({ connection: { stream } }) => void (stream instanceof Socket && sockets.push(stream)));
  const written = () => sockets[0]?.bytesWritten ?? 0;
  await take(0); // the connection is open
  const holder = openPool(database.address, { size: 1 });
  await holder.query('select pg_advisory_lock(1)');
  let sent = written();
  let answered = false;
  const ahead = statements.query({ name: 'wait', text: 'select pg_advisory_lock(1)', values: [] });
  void ahead.then(() => (answered = true));
  try {
    await expect.poll(written).toBeGreaterThan(sent);
    sent = written();
    void take(0);
    await expect.poll(written).toBeGreaterThan(sent);
    expect(answered).toBe(false);
  } finally {
    await holder.end(); // gives the lock back
  }
  await ahead;
});

test('retries a statement that was sent after a statement that could not be prepared', async () => {
  const ask = () => statements.query({ name: 'missing', text: 'select * from missing' });
  const codes = (all: PromiseSettledResult<unknown>[]) =>
    all.map((one) => one.status === 'rejected' && one.reason.code);
  expect(codes(await Promise.allSettled([ask(), ask()]))).toEqual(['42P01', '26000']);
  await take(0); // both statements have released their connection
  expect(codes(await Promise.allSettled([withRetry(ask), withRetry(ask)]))).toEqual(['42P01', '42P01']);
});

test('returns the connection to the pool when no statement is pending, and reuses it', async () => {
  const first = await take(0);
  expect(connections()).toEqual([1, 1]);
  const again = take(0.3);
  await sleep(5);
  expect(connections()).toEqual([1, 0]);
  expect((await again)?.pid).toBe(first?.pid);
});

test('a failed statement does not affect the other statements on the connection', async () => {
  const [before, failed, behind] = await Promise.allSettled([
    take(0),
    statements.query({ text: 'select 1 / 0' }),
    take(0),
  ]);
  expect([before.status, behind.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(failed).toMatchObject({ reason: { code: '22012' } });
  expect(connections()).toEqual([1, 1]);
});

test('a lost connection fails its pending statements, and the next statement gets a new connection', async () => {
  const onIt = Promise.allSettled([take(5), take(0)]);
  await expect
    .poll(async () => {
      const { rowCount } = await database.ownerPool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      );
      return rowCount;
    })
    .toBe(1);
  for (const one of await onIt) expect(one.status === 'rejected' && isDatabaseUnavailable(one.reason)).toBe(true);
  expect(await take(0)).toBeDefined();
  expect(connections()).toEqual([1, 1]);
});

test('rejects pending statements when no connection is available, and connects again for the next statement', async () => {
  const held = await Promise.all([pool.connect(), pool.connect()]);
  pool.options.connectionTimeoutMillis = 20;
  const failed = await Promise.allSettled([take(0), take(0)]);
  expect(failed.map((one) => one.status === 'rejected' && isDatabaseUnavailable(one.reason))).toEqual([true, true]);
  for (const client of held) client.release();
  expect(await take(0)).toBeDefined();
});
