import type { Logger } from 'pino';
import type { Pool } from '../platform/database/pool.ts';
import { recurringJob } from '../platform/recurring-job.ts';

const everySeconds = 1;

/** Has what was posted found by its entry at once, and not only once autovacuum comes by. */
const indexNewLines = (pool: Pool) => pool.query('select ledger.index_new_lines()');

/** On one of the nodes. */
export const scheduleNewLines = (pool: Pool, logger: Logger) =>
  recurringJob({ pool, logger }, 'index-new-lines', everySeconds, async () => void (await indexNewLines(pool)));
