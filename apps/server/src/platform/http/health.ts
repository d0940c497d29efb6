import type { FastifyInstance } from 'fastify';
import type { Pool } from '../database/pool.ts';

/** Load balancers expect a result within a few seconds. A slower database counts as unavailable. */
const timeoutMs = 1_000;

type NotReady = 'stopping' | 'database_unavailable' | 'database_read_only' | 'ledger_not_callable';

/**
 * /healthz: the process responds. /readyz: the node accepts requests. A node is ready if the database responds within a
 * second and accepts writes, the ledger can be called, and the process is not stopping. A closed ledger counts as
 * ready, because reads still work on every node.
 */
export function serveHealth(http: FastifyInstance, pool: Pool, isStopping: () => boolean = () => false) {
  let pending: Promise<NotReady | undefined> | undefined;

  /** Concurrent checks share one database query. */
  const reason = async () => {
    if (isStopping()) return 'stopping';
    pending ??= Promise.race([reasonOf(pool), timeout()]).finally(() => (pending = undefined));
    return pending;
  };
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const why = await reason();
    if (why === undefined) return { status: 'ready' };
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready', reason: why });
  });
}

type State = { read_only: boolean; callable: boolean };

async function reasonOf(pool: Pool): Promise<NotReady | undefined> {
  const state = await stateOf(pool).catch(() => undefined);
  if (!state) return 'database_unavailable';
  if (state.read_only) return 'database_read_only';
  return state.callable ? undefined : 'ledger_not_callable';
}

async function stateOf(pool: Pool): Promise<State | undefined> {
  const { rows } = await pool.query<State>(
    `select current_setting('transaction_read_only')::bool as read_only,
            exists (
              select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
              where n.nspname = 'ledger' and p.proname = 'post' and has_schema_privilege(n.oid, 'usage')
                and has_function_privilege(p.oid, 'execute')
            ) as callable`,
  );
  return rows[0];
}

const timeout = () =>
  new Promise<NotReady>((resolve) => setTimeout(() => resolve('database_unavailable'), timeoutMs).unref());
