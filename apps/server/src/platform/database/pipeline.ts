import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Pool } from './pool.ts';

/** Whatever runs one statement. */
export type Statements = {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>;
};

type Connection = { readonly client: Promise<PoolClient>; underWay: number };

/**
 * Statements on one connection of the pool, each sent without waiting for the answer to those before it: the database
 * goes from one to the next without this process in between. They run in order, each in a transaction of its own. The
 * connection is the pool's again when nothing is under way on it, and after a failure no more is sent on it: what was
 * sent behind may have been done or not, like anything whose connection was lost.
 */
export function pipeline(pool: Pool): Statements {
  let kept: Connection | undefined;

  return {
    async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
      const connection = (kept ??= { client: pool.connect(), underWay: 0 });
      connection.underWay++;
      try {
        return await (await connection.client).query<Row>(statement);
      } catch (error) {
        if (kept === connection) kept = undefined;
        throw error;
      } finally {
        connection.underWay--;
        if (connection.underWay === 0) {
          if (kept === connection) kept = undefined;
          // A client that cannot be used any more is not kept by the pool; where there never was one, nothing is given back.
          connection.client.then((client) => client.release()).catch(() => undefined);
        }
      }
    },
  };
}
