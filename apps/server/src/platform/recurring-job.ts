import type { Logger } from 'pino';
import type { Pool, Queryable } from './database/pool.ts';
import { counter, gauge } from './metrics/registry.ts';

const lastSuccess = gauge(
  'florin_job_last_success_timestamp_seconds',
  'When the work was last done to its end, on whichever node, or was first to be done; to the minute',
  ['job_name'],
);
const period = gauge('florin_job_period_seconds', 'How often the work is due', ['job_name']);
const lastDuration = gauge('florin_job_last_duration_seconds', 'How long that run took', ['job_name']);
const failures = counter('florin_job_failures_total', 'Runs that failed in this process', ['job_name']);

/** So often at most it is written down that a job was done: some are done twice a second. */
const notedEveryMs = 60_000;

export type RecurringJob = { readonly stop: () => Promise<void> };

/**
 * Does the work every so many seconds on one of however many nodes there are: the node that moves the lease forward
 * does it. A run that dies is simply due again, and so is one that is stopped: work that goes through many things one by
 * one looks at the signal in between.
 */
export function recurringJob(
  { pool, logger }: { pool: Pool; logger: Logger },
  name: string,
  everySeconds: number,
  work: (signal: AbortSignal) => Promise<void>,
): RecurringJob {
  failures.inc({ job_name: name }, 0); // so that the first failure is a step
  period.set({ job_name: name }, everySeconds);
  const ending = new AbortController();
  let notedAt = -Infinity;
  let running: Promise<void> | undefined;
  const attempt = async () => {
    try {
      if (!(await claim(pool, name, everySeconds))) return;
      const began = performance.now();
      await work(ending.signal);
      if (ending.signal.aborted) return;
      lastDuration.set({ job_name: name }, (performance.now() - began) / 1_000);
      if (performance.now() - notedAt < notedEveryMs) return;
      await noteDone(pool, name);
      notedAt = performance.now();
    } catch (error) {
      failures.inc({ job_name: name });
      logger.error({ err: error, job: name }, 'a recurring job failed; it is tried again when it is next due');
    }
  };
  // A run that takes longer than the pause is followed by the next one, and not by all that were due meanwhile.
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
 * A lease that is lost with a crash has its job run again, as any run that dies: no payment waits for the disk for it. One
 * that goes further than a lease can is of a clock that was ahead and has been put right since: nobody waits for that day.
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

async function noteDone(pool: Pool, name: string): Promise<void> {
  await pool.query(
    `update recurring_jobs set done_at = now() from set_config('synchronous_commit', 'off', true) where name = $1`,
    [name],
  );
}

/** To be called now and then. */
export async function readJobs(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ name: string; done_at: number }>(
    'select name, extract(epoch from done_at)::float8 as done_at from recurring_jobs',
  );
  for (const { name, done_at: doneAt } of rows) lastSuccess.set({ job_name: name }, doneAt);
}
