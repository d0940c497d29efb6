import type { Pool, Queryable } from '../src/platform/database/pool.ts';

type Statement = (statement: string | { name?: string; text: string }, values?: unknown[]) => Promise<unknown>;

/**
 * Returns pools of a process that dies at its statement with this number, counted over all pools from 1 on. The process
 * dies before the statement runs, or after it ran and before its answer. Open transactions are rolled back, as when
 * connections close.
 */
export function dyingPools(pools: readonly Pool[], at: number, when: 'before' | 'after') {
  let count = 0;
  const died = () => count >= at;
  const dying =
    (run: Statement): Statement =>
    async (statement, values) => {
      if (statement === 'rollback') return run(statement, values);
      count += 1;
      if (count === at && when === 'after') await run(statement, values);
      if (count >= at) throw Object.assign(new Error('the process died'), { code: 'died' });
      return run(statement, values);
    };
  const withQuery = <Database extends Queryable>(database: Database, others: Partial<Database> = {}): Database => {
    const own = { ...others, query: dying((statement, values) => database.query(statement, values)) };
    return new Proxy(database, { get: (target, name) => Reflect.get(name in own ? own : target, name) });
  };
  const wrapped = pools.map((pool) => withQuery(pool, { connect: async () => withQuery(await pool.connect()) }));
  return { pools: wrapped, died };
}
