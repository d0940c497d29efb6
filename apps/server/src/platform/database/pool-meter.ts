import { gauge } from '../metrics/registry.ts';
import type { Pool } from './pool.ts';

const connections = gauge('florin_database_connections', 'Open database connections, by state', ['ledger', 'state']);
const max = gauge('florin_database_connections_max', 'Maximum number of database connections', ['ledger']);
const waiting = gauge('florin_database_waiting', 'Queries waiting for a database connection', ['ledger']);

/** Updates the metrics of the pools, by the number of their ledger. Called when the metrics are read. */
export function measurePools(pools: readonly Pool[]) {
  for (const [number, { totalCount, idleCount, waitingCount, options }] of pools.entries()) {
    const ledger = String(number);
    connections.set({ ledger, state: 'busy' }, totalCount - idleCount);
    connections.set({ ledger, state: 'idle' }, idleCount);
    max.set({ ledger }, options.max);
    waiting.set({ ledger }, waitingCount);
  }
}
