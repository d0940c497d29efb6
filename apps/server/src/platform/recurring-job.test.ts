import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sample } from '../../test/metric-samples.ts';
import { recordDurability } from '../../test/record-durability.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { registry } from './metrics/registry.ts';
import { readJobs, recurringJob } from './recurring-job.ts';

let database: TestDatabase;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  database = await createTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  await database.close();
});

const jobDoing = (work: (signal: AbortSignal) => Promise<void>) =>
  recurringJob({ pool: database.pool, logger: pino({ level: 'silent' }) }, 'test', 1, work);

/** Makes the job due now, even if its lease has not ended. */
const makeDue = () => database.ownerPool.query(`update recurring_jobs set next_run_at = now() where name = 'test'`);

test('a recurring job does not catch up on runs that were due during a long run', async () => {
  let runs = 0;
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const job = jobDoing(async () => {
    runs += 1;
    begun.resolve();
    await released.promise;
  });
  vi.advanceTimersByTime(1_000);
  await begun.promise;
  vi.advanceTimersByTime(60_000);
  await makeDue();
  released.resolve();
  await job.stop();
  expect(runs).toBe(1);
});

test('a job takes its lease with synchronous_commit off and runs the work with synchronous_commit on', async () => {
  const ofLease = await recordDurability(database.ownerPool, 'recurring_jobs');
  const done = Promise.withResolvers<string>();
  const job = jobDoing(async () => {
    const { rows } = await database.pool.query<{ synchronous_commit: string }>('show synchronous_commit');
    done.resolve(rows[0]?.synchronous_commit ?? '');
  });
  vi.advanceTimersByTime(1_000);
  expect(await done.promise).toBe('on');
  await job.stop();
  expect(await ofLease()).toEqual(['off']);
});

test('stopping aborts the signal of a running job and waits for the run', async () => {
  const begun = Promise.withResolvers<void>();
  let ended = false;
  const job = jobDoing(async (signal) => {
    begun.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended = true;
  });
  vi.advanceTimersByTime(1_000);
  await begun.promise;
  await job.stop();
  expect(ended).toBe(true);
  await makeDue();
  vi.advanceTimersByTime(60_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('runs a job again after its interval', async () => {
  const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let done = 0;
  const job = jobDoing(async () => runs[done++]?.resolve());
  vi.advanceTimersByTime(1_000);
  await runs[0]?.promise;
  await vi.waitFor(
    async () => {
      await makeDue();
      vi.advanceTimersByTime(1_000);
      expect(done).toBe(2);
    },
    { timeout: 30_000 },
  );
  await job.stop();
});

test('a job ignores a lease that ends one year in the future', async () => {
  await database.ownerPool.query(`insert into recurring_jobs values ('test', now() + interval '1 year')`);
  let runs = 0;
  const job = jobDoing(async () => void (runs += 1));
  vi.advanceTimersByTime(1_000);
  await job.stop();
  expect(runs).toBe(1);
});

/** Returns the time of the last success that a newly started node reports. */
async function doneAt() {
  await readJobs(database.pool);
  return sample('florin_job_last_success_timestamp_seconds', { job_name: 'test' });
}

/** Moves the time of the last success into the past. */
const letPass = (seconds: number) =>
  database.ownerPool.query('update recurring_jobs set done_at = done_at - make_interval(secs => $1)', [seconds]);

test('reports the first due time of a job that never succeeded, across node restarts', async () => {
  const started = Date.now() / 1_000;
  for (let start = 0; start < 3; start++) {
    const failed = Promise.withResolvers<void>();
    const job = jobDoing(async () => {
      failed.resolve();
      throw new Error('on purpose');
    });
    vi.advanceTimersByTime(1_000);
    await failed.promise;
    await job.stop();
    await letPass(1_000);
    await makeDue();
  }
  expect(await doneAt()).toBeLessThan(started - 2_900);
  expect(await sample('florin_job_period_seconds', { job_name: 'test' })).toBe(1);
});

test("records the time of a job's success on any node, at most once per minute", async () => {
  const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let done = 0;
  const began = Date.now() / 1_000;
  await database.ownerPool.query(`insert into recurring_jobs values ('test', now(), now() - interval '1 day')`);
  const job = jobDoing(async () => runs[done++]?.resolve());
  vi.advanceTimersByTime(1_000);
  await runs[0]?.promise;
  await expect.poll(doneAt).toBeGreaterThanOrEqual(began - 0.001);
  await letPass(50);
  await vi.waitFor(
    async () => {
      await makeDue();
      vi.advanceTimersByTime(1_000);
      expect(done).toBe(2);
    },
    { timeout: 30_000 },
  );
  await job.stop();
  expect(await doneAt()).toBeLessThan(began);
});

test('counts failed runs of a job, starting at zero', async () => {
  const failed = () => sample('florin_job_failures_total', { job_name: 'test' });
  const begun = Promise.withResolvers<void>();
  const job = jobDoing(async () => {
    begun.resolve();
    throw new Error('on purpose');
  });
  expect(await registry.metrics()).toContain('florin_job_failures_total{job_name="test"}');
  const before = await failed();
  vi.advanceTimersByTime(1_000);
  await begun.promise;
  await job.stop();
  expect(await failed()).toBe(before + 1);
});
