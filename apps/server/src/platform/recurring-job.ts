import type { Logger } from 'pino';
import type { Pool, Queryable } from './database/pool.ts';
import { counter, gauge } from './metrics/registry.ts';

const lastSuccess = gauge(
  'florin_job_last_success_timestamp_seconds',
  'Time of the last completed run on any node, or of the first due run. Updated at most once per minute',
  ['job_name'],
);
const period = gauge('florin_job_period_seconds', 'Seconds between two runs', ['job_name']);
const lastDuration = gauge('florin_job_last_duration_seconds', 'Duration of the last completed run', ['job_name']);
const failures = counter('florin_job_failures_total', 'Runs that failed in this process', ['job_name']);

/** Some jobs run twice per second, so the time of success is stored at most once per minute. */
const recordedEveryMs = 60_000;

export type RecurringJob = { readonly stop: () => Promise<void> };

/**
 * Runs the work every `everySeconds` on one node: the node that moves the lease forward. A run that crashes or is stopped
 * becomes due again. Work that processes many items must check the signal between items.
 */
export function recurringJob(
  { pool, logger }: { pool: Pool; logger: Logger },
  name: string,
  everySeconds: number,
  work: (signal: AbortSignal) => Promise<void>,
): RecurringJob {
  // The series starts at 0, so that the first failure counts as an increase.
  failures.inc({ job_name: name }, 0);
  period.set({ job_name: name }, everySeconds);
  const ending = new AbortController();
  let recordedAt = -Infinity;
  let running: Promise<void> | undefined;
  const attempt = async () => {
    try {
      if (!(await claim(pool, name, everySeconds))) return;
      const began = performance.now();
      await work(ending.signal);
      if (ending.signal.aborted) return;
      lastDuration.set({ job_name: name }, (performance.now() - began) / 1_000);
      if (performance.now() - recordedAt < recordedEveryMs) return;
      await recordDone(pool, name);
      recordedAt = performance.now();
    } catch (error) {
      failures.inc({ job_name: name });
      logger.error({ err: error, job: name }, 'a recurring job failed and will run again when it is next due');
    }
  };
  // After a run that takes longer than the interval, only one run follows, not every run that was due.
  const tick = () => {
    running ??= attempt().finally(() => (running = undefined));
  };
  const timer = setInterval(tick, Math.min(everySeconds, 5) * 1_000);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      ending.abort();
      await running;
    },
  };
}

/**
 * Takes the lease. The commit does not wait for the disk: a lease lost in a crash only runs the job again. A lease longer
 * than the interval comes from a database clock that was ahead, so it is ignored.
 */
async function claim(pool: Pool, name: string, everySeconds: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into recurring_jobs as j (name, next_run_at)
     select $1, now() + make_interval(secs => $2) from set_config('synchronous_commit', 'off', true)
     on conflict (name) do update set next_run_at = excluded.next_run_at
       where j.next_run_at <= now() or j.next_run_at > excluded.next_run_at + interval '1 minute'`,
    [name, everySeconds],
  );
  return rowCount === 1;
}

async function recordDone(pool: Pool, name: string): Promise<void> {
  await pool.query(
    `update recurring_jobs set done_at = now() from set_config('synchronous_commit', 'off', true) where name = $1`,
    [name],
  );
}

/** Reads the times of the last success into the metrics. Called periodically. */
export async function readJobs(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ name: string; done_at: number }>(
    'select name, extract(epoch from done_at)::float8 as done_at from recurring_jobs',
  );
  for (const { name, done_at: doneAt } of rows) lastSuccess.set({ job_name: name }, doneAt);
}
