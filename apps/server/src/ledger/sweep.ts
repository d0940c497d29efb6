import type { Logger } from 'pino';
import type { Pool } from '../platform/database/pool.ts';
import { recurringJob } from '../platform/recurring-job.ts';

/**
 * Checks the ledger's invariants for all entries, or for those that are new since the last run. Records the findings. A
 * finding closes the ledger: money commands are rejected until an operator reopens it (docs/operate/incidents.md).
 *
 * @returns the number of findings
 */
export async function runSweep(pool: Pool, { whole }: { whole: boolean }): Promise<number> {
  const { rows } = await pool.query<{ findings: number }>('select ledger.run_sweep($1) as findings', [whole]);
  return rows[0]?.findings ?? 0;
}

export type SweepFinding = {
  readonly invariant: string;
  readonly account: bigint | null;
  readonly entry: bigint | null;
  readonly found: string;
};

/** Checks all entries, names the rows that are wrong, and records nothing. The pool connects as the owner. */
export async function findingsIn(pool: Pool): Promise<SweepFinding[]> {
  const { rows } = await pool.query<SweepFinding>(
    'select invariant, account_id as account, entry_id as entry, found from ledger.sweep()',
  );
  return rows;
}

const minute = 60;
const day = 86_400;

/** Sweeps new entries every minute and all entries every day, on one of the nodes. */
export function scheduleSweeps(pool: Pool, logger: Logger) {
  const sweep = (whole: boolean) => async () => {
    const findings = await runSweep(pool, { whole });
    if (findings > 0) logger.fatal({ findings, whole }, 'the sweep found a mismatch: the ledger is closed');
  };
  const jobs = [
    recurringJob({ pool, logger }, 'sweep-new', minute, sweep(false)),
    recurringJob({ pool, logger }, 'sweep-whole', day, sweep(true)),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
