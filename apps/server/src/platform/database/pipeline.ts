import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Pool } from './pool.ts';

/** Runs single statements, for example a client or a pipeline. */
export type Statements = {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>;
};

type Connection = { readonly client: Promise<PoolClient>; pending: number };

/**
 * Sends statements over one pool connection without waiting for earlier results. The statements run in order, each in
 * its own transaction. The connection returns to the pool when no statement is pending. After a failure, no further
 * statement is sent on the connection. The statements already sent may or may not have run, as with any lost
 * connection.
 */
export function pipeline(pool: Pool): Statements {
  let current: Connection | undefined;

  return {
    async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
      const connection = (current ??= { client: pool.connect(), pending: 0 });
      connection.pending++;
      try {
        return await (await connection.client).query<Row>(statement);
      } catch (error) {
        if (current === connection) current = undefined;
        throw error;
      } finally {
        connection.pending--;
        if (connection.pending === 0) {
          if (current === connection) current = undefined;
          // The pool discards an unusable client. If connecting failed, there is no client to release.
          connection.client.then((client) => client.release()).catch(() => undefined);
        }
      }
    },
  };
}
