import type { Pool, Queryable } from '../src/platform/database/pool.ts';

type Failures = {
  /** The SQLSTATE, or the operating system's error code. */
  readonly code: string;
  readonly times: number;
  /** Fails after the statement ran and committed, so that only the answer is lost. */
  readonly after?: boolean;
};

/** Returns a pool whose first `times` posts fail. All other statements work. */
export function failing(pool: Pool, { code, times, after = false }: Failures): { pool: Pool; failures: () => number } {
  let failures = 0;
  const queryOf =
    (database: Queryable) => async (statement: string | { name?: string; text: string }, values?: unknown[]) => {
      const isPost = typeof statement === 'object' && statement.name === 'post';
      if (!isPost || failures >= times) return database.query(statement, values);
      failures += 1;
      if (after) await database.query(statement, values);
      throw Object.assign(new Error(`the database says ${code}`), { code });
    };
  const withQuery = <Database extends Queryable>(database: Database, others: Partial<Database> = {}): Database => {
    const own = { ...others, query: queryOf(database) };
    return new Proxy(database, { get: (target, name) => Reflect.get(name in own ? own : target, name) });
  };
  return {
    pool: withQuery(pool, { connect: async () => withQuery(await pool.connect()) }),
    failures: () => failures,
  };
}
