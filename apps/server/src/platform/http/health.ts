import type { FastifyInstance } from 'fastify';
import type { Pool } from '../database/pool.ts';

/** /healthz: the process answers. /readyz: and so does its database. */
export function serveHealth(http: FastifyInstance, pool: Pool) {
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async () => {
    await pool.query('select 1');
    return { status: 'ready' };
  });
}
