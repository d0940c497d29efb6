import { inspect } from 'node:util';
import type { Pool, Queryable } from '../src/platform/database/pool.ts';

type Statement = string | { readonly name?: string; readonly text: string; readonly values?: unknown[] };

/** Returns a pool that runs `act` once, before the first matching statement, as if another node had been faster. */
export function beforeStatement(
  pool: Pool,
  isMeant: (statement: Statement) => boolean,
  act: () => Promise<unknown>,
): Pool {
  let isOver = false;
  const withQuery = <Database extends Queryable>(database: Database, others: Partial<Database> = {}): Database => {
    const own = {
      ...others,
      query: async (statement: Statement, values?: unknown[]) => {
        if (!isOver && isMeant(statement)) {
          isOver = true;
          await act();
        }
        return database.query(statement, values);
      },
    };
    return new Proxy(database, { get: (target, name) => Reflect.get(name in own ? own : target, name) });
  };
  return withQuery(pool, { connect: async () => withQuery(await pool.connect()) });
}

/** Matches the statements whose text or values contain this word. */
export const having =
  (word: string) =>
  (statement: Statement): boolean =>
    inspect(statement).includes(word);
