import { gauge } from '../metrics/registry.ts';
import type { Pool } from './pool.ts';

const connections = gauge('florin_database_connections', 'Connections to the database, by what they do', ['state']);
const most = gauge('florin_database_connections_max', 'How many connections there may be');
const waiting = gauge('florin_database_waiting', 'Queries that wait for a connection');

/** To be called when somebody asks for metrics. */
export function measurePool({ totalCount, idleCount, waitingCount, options }: Pool) {
  connections.set({ state: 'busy' }, totalCount - idleCount);
  connections.set({ state: 'idle' }, idleCount);
  most.set(options.max);
  waiting.set(waitingCount);
}
