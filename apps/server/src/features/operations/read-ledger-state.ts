import { isLedgerClosed } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { gauge } from '../../platform/metrics/registry.ts';

const closed = gauge('florin_ledger_closed', '1 while the ledger is closed and rejects money commands', ['ledger']);
const sweptAt = gauge(
  'florin_sweep_timestamp_seconds',
  'Time when the last incremental (new) or full (whole) sweep ended',
  ['sweep'],
);
const took = gauge('florin_sweep_duration_seconds', 'Duration of the last sweep', ['sweep']);
const findings = gauge('florin_sweep_findings', 'Findings of the last sweep, at most 100; 0 means clean', ['sweep']);

type Sweep = { whole: boolean; ended_at: number; took: number; findings: number };

/**
 * Updates the gauges of the ledger state and the main ledger's last sweeps. A further ledger that does not answer has no
 * state.
 */
export async function readLedgerState(database: Queryable, further: readonly Queryable[] = []): Promise<void> {
  const isClosed = await isLedgerClosed(database);
  const sweeps = await lastSweeps(database);
  const states = await Promise.allSettled(further.map(isLedgerClosed));
  closed.reset();
  closed.set({ ledger: '0' }, isClosed ? 1 : 0);
  for (const [i, state] of states.entries())
    if (state.status === 'fulfilled') closed.set({ ledger: String(i + 1) }, state.value ? 1 : 0);
  for (const last of sweeps) {
    const sweep = last.whole ? 'whole' : 'new';
    sweptAt.set({ sweep }, last.ended_at);
    took.set({ sweep }, last.took);
    findings.set({ sweep }, last.findings);
  }
}

async function lastSweeps(database: Queryable): Promise<Sweep[]> {
  const { rows } = await database.query<Sweep>(
    `select s.whole, extract(epoch from s.ended_at)::float8 as ended_at,
            extract(epoch from s.ended_at - s.started_at)::float8 as took, jsonb_array_length(s.findings) as findings
     from (values (false), (true)) kind (whole)
     cross join lateral (select * from books.sweeps w where w.whole = kind.whole order by w.id desc limit 1) s`,
  );
  return rows;
}
