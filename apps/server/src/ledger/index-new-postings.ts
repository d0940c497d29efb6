import type { Logger } from 'pino';
import type { Pool } from '../platform/database/pool.ts';
import { recurringJob } from '../platform/recurring-job.ts';

const everySeconds = 1;

/** Indexes new postings by entry. Autovacuum alone would take up to a minute. */
export const indexNewPostings = (pool: Pool) => pool.query('select ledger.index_new_postings()');

/** The job runs every second on one node. */
export const scheduleNewPostingsIndex = (pool: Pool, logger: Logger) =>
  recurringJob({ pool, logger }, 'index-new-postings', everySeconds, async () => void (await indexNewPostings(pool)));
