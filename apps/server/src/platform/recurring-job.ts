import type { Logger } from 'pino';
import type { Pool } from './database/pool.ts';

export type RecurringJob = { readonly stop: () => Promise<void> };

/**
 * Does the work every so many seconds on one of however many nodes there are: the node that moves the lease forward
 * does it. A run that dies is simply due again.
 */
export function recurringJob(
  { pool, logger }: { pool: Pool; logger: Logger },
  name: string,
  everySeconds: number,
  work: () => Promise<void>,
): RecurringJob {
  let running: Promise<void> = Promise.resolve();
  const attempt = async () => {
    try {
      if (await claim(pool, name, everySeconds)) await work();
    } catch (error) {
      logger.error({ err: error, job: name }, 'a recurring job failed; it is tried again when it is next due');
    }
  };
  const tick = () => {
    running = running.then(attempt);
  };
  const timer = setInterval(tick, Math.min(everySeconds, 5) * 1_000);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

async function claim(pool: Pool, name: string, everySeconds: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into recurring_jobs as j (name, next_run_at) values ($1, now() + make_interval(secs => $2))
     on conflict (name) do update set next_run_at = excluded.next_run_at where j.next_run_at <= now()`,
    [name, everySeconds],
  );
  return rowCount === 1;
}
