import pg from 'pg';
import { inject, vi } from 'vitest';

/** Lists the statements of all clients of the test's databases while the work runs. `main` is the main database. */
export async function sentBy(work: () => Promise<unknown>, main: string): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.flatMap(([statement]: unknown[], i) => {
      const client: unknown = query.mock.contexts[i];
      const database = client instanceof pg.Client ? client.database : undefined;
      if (!database?.startsWith(`${inject('postgres').template}_`)) return [];
      return [`${database === main ? 'main' : 'other'}: ${nameOf(statement)}`];
    });
  } finally {
    query.mockRestore();
  }
}

/** Returns the name of a prepared statement, or the text of any other statement. */
const nameOf = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'name' in statement
    ? String(statement.name)
    : String(statement);
