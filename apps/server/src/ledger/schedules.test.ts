import { pino, type Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openWorld, pick } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { scheduleNewPostingsIndex, scheduleSweeps, scheduleYears } from './index.ts';

let database: TestDatabase;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  database = await createTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  await database.close();
});

/** Runs the schedule's jobs once and returns the lines logged as fatal. */
async function runOnce(schedule: (logger: Logger) => { readonly stop: () => Promise<void> }) {
  const log: unknown[] = [];
  const { stop } = schedule(pino({ level: 'fatal' }, { write: (line) => void log.push(JSON.parse(line)) }));
  vi.advanceTimersByTime(5_000);
  await stop();
  return log;
}

const rowsOf = async (sql: string, values: unknown[] = []) => (await database.ownerPool.query(sql, values)).rows;

/** Returns the jobs that ran since then and are due again after this many seconds. */
const dueAgain = async (seconds: number, since: Date) =>
  (
    await rowsOf(
      `select name from recurring_jobs where next_run_at - make_interval(secs => $1) between $2 and now() order by name`,
      [seconds, since],
    )
  ).map(({ name }) => name);

/** Returns the time of the database's clock. */
const now = async (): Promise<Date> => (await rowsOf(`select date_trunc('milliseconds', now()) as now`))[0].now;

test('the recurring job creates the tables of the year once a day', async () => {
  const next = `postings_${new Date().getUTCFullYear() + 1}`;
  await rowsOf(`drop table ledger.${next}`);
  const began = await now();
  expect(await runOnce((logger) => scheduleYears(database.pool, logger))).toEqual([]);
  expect(await dueAgain(86_400, began)).toEqual(['open-years']);
  expect(await rowsOf(`select from pg_class where oid = to_regclass('ledger.${next}')`)).toHaveLength(1);
});

test('the recurring job indexes new postings every second', async () => {
  const began = await now();
  expect(await runOnce((logger) => scheduleNewPostingsIndex(database.pool, logger))).toEqual([]);
  expect(await dueAgain(1, began)).toEqual(['index-new-postings']);
});

describe.each([
  { job: 'sweep-new', every: 60, other: 'sweep-whole', otherEvery: 86_400, whole: false },
  { job: 'sweep-whole', every: 86_400, other: 'sweep-new', otherEvery: 60, whole: true },
])('the job $job', ({ job, every, other, otherEvery, whole }) => {
  const sweep = () => runOnce((logger) => scheduleSweeps(database.pool, logger));
  beforeEach(() =>
    rowsOf(`insert into recurring_jobs values ($1, now() + make_interval(secs => $2))`, [other, otherEvery]),
  );

  test(`${job} runs every ${every} seconds`, async () => {
    const began = await now();
    expect(await sweep()).toEqual([]);
    expect(await dueAgain(every, began)).toEqual([job]);
    expect(await rowsOf('select whole, findings from books.sweeps')).toEqual([{ whole, findings: [] }]);
  });

  test(`${job} logs its findings as fatal and closes the ledger`, async () => {
    const { usd } = await openWorld(database.pool, { users: 2, opening: 10n });
    await rowsOf('update ledger.accounts set posted = posted + 1 where id = $1', [pick(usd, 0)]);
    expect(await sweep()).toMatchObject([
      { findings: 1, whole, msg: 'the sweep found a mismatch: the ledger is closed' },
    ]);
    expect(await rowsOf('select reason from books.closures')).toEqual([
      { reason: `an account's balance is the sum of its postings` },
    ]);
  });
});
