import type { Logger } from 'pino';
import type { Pool } from '../platform/database/pool.ts';
import { recurringJob } from '../platform/recurring-job.ts';

const day = 86_400;

/** Postings are kept in a table for each year: this one's and the next one's are there. */
export const openYears = (pool: Pool) => pool.query('select ledger.open_years()');

/** Once a day, on one of the nodes: a year is long enough for a day on which it could not be done. */
export const scheduleYears = (pool: Pool, logger: Logger) =>
  recurringJob({ pool, logger }, 'open-years', day, async () => void (await openYears(pool)));
