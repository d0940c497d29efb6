import { gauge } from '../metrics/registry.ts';
import type { Pool } from './pool.ts';

const connections = gauge('florin_database_connections', 'Open database connections, by state', ['state']);
const max = gauge('florin_database_connections_max', 'Maximum number of database connections');
const waiting = gauge('florin_database_waiting', 'Queries waiting for a database connection');

/** Updates the metrics of the pool. Called when the metrics are read. */
export function measurePool({ totalCount, idleCount, waitingCount, options }: Pool) {
  connections.set({ state: 'busy' }, totalCount - idleCount);
  connections.set({ state: 'idle' }, idleCount);
  max.set(options.max);
  waiting.set(waitingCount);
}
