import type { FastifyInstance } from 'fastify';
import type { Pool } from '../database/pool.ts';

/** Whoever asks decides on the answer within a few seconds; a database that takes longer is as good as away. */
const timeoutMs = 1_000;

type NotReady = 'stopping' | 'database_unavailable' | 'database_read_only' | 'ledger_not_callable';

/**
 * /healthz: the process answers. /readyz: requests should be sent here: the database answers soon, takes writes (a standby
 * does not), lets this process call the ledger, and nobody has asked it to stop. A closed ledger is ready: reads go on, on
 * every node alike.
 */
export function serveHealth(http: FastifyInstance, pool: Pool, isStopping: () => boolean = () => false) {
  let asked: Promise<NotReady | undefined> | undefined;

  /** However many ask at once, the database is asked once. */
  const reason = async () => {
    if (isStopping()) return 'stopping';
    asked ??= Promise.race([reasonOf(pool), late()]).finally(() => (asked = undefined));
    return asked;
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

const late = () =>
  new Promise<NotReady>((resolve) => setTimeout(() => resolve('database_unavailable'), timeoutMs).unref());
