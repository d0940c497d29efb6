import type { Logger } from 'pino';
import type { Pool } from '../platform/database/pool.ts';
import { recurringJob } from '../platform/recurring-job.ts';

const day = 86_400;

/** Creates the postings tables of the current and the next year. Postings are partitioned by year. */
export const openYears = (pool: Pool) => pool.query('select ledger.open_years()');

/** Runs once a day on one of the nodes. Next year's table exists a year ahead, so a failed day does no harm. */
export const scheduleYears = (pool: Pool, logger: Logger) =>
  recurringJob({ pool, logger }, 'open-years', day, async () => void (await openYears(pool)));
