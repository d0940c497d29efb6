import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { DatabaseError, escapeLiteral } from 'pg';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { takePart } from '../../platform/database/transact.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';

const prefix = 'florin:';

/** PostgreSQL takes no parameters in these statements. */
const prepared = (verb: 'prepare transaction' | 'commit prepared' | 'rollback prepared', id: string) =>
  [verb, escapeLiteral(prefix + id)].join(' ');

const undefinedObject = '42704';
const notInPrerequisiteState = '55000';

/**
 * Opens a transaction in another ledger that ends like the main one, even if this process or a database dies in
 * between. It is prepared before the main transaction commits, which records its commit under the same id.
 * `endPrepared` ends transactions that were left prepared. Needs `max_prepared_transactions` above 0.
 */
export async function beginTogether(tx: Queryable, pool: Pool): Promise<PoolClient> {
  const id = randomUUID();
  const client = await pool.connect();
  let isPrepared = false;
  const end = async (statement: string) => {
    try {
      await client.query(statement);
      client.release();
      return true;
    } catch (error) {
      client.release(error instanceof Error ? error : true); // endPrepared() ends it
      return false;
    }
  };
  await client.query('begin').catch((error: Error) => {
    client.release(error);
    throw error;
  });
  takePart(tx, {
    async prepare() {
      await tx.query('select ledger.decide($1)', [id]);
      isPrepared = true; // also if the answer is lost
      await client.query(prepared('prepare transaction', id));
    },
    async commit() {
      if (await end(prepared('commit prepared', id))) await tx.query('select ledger.forget_decision($1)', [id]);
    },
    async rollback() {
      await end(isPrepared ? prepared('rollback prepared', id) : 'rollback');
    },
    leave: () => client.release(true), // endPrepared() ends it as the main database decided
  });
  return client;
}

/**
 * Ends the prepared transactions of dead processes as the main database decided. Returns how many. Continues if one of
 * them cannot be ended, because each keeps rows of members locked.
 */
export async function endPrepared(main: Pool, pool: Pool, { afterSeconds = 5 } = {}): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `select substr(gid, length($1) + 1) as id from pg_prepared_xacts
     where database = current_database() and starts_with(gid, $1) and prepared <= now() - make_interval(secs => $2)`,
    [prefix, afterSeconds],
  );
  await forEachSettled(rows, async ({ id }) => {
    const { rows: decisions } = await main.query<{ committed: boolean }>(
      'select ledger.is_committed($1) as committed',
      [id],
    );
    const verb = decisions[0]?.committed ? 'commit prepared' : 'rollback prepared';
    if (await hasEnded(pool.query(prepared(verb, id)))) await main.query('select ledger.forget_decision($1)', [id]);
  });
  return rows.length;
}

/**
 * Returns whether nothing is prepared any more. Returns false while another node ends the transaction: the decision
 * must stay until then.
 */
async function hasEnded(ending: Promise<unknown>): Promise<boolean> {
  try {
    await ending;
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === undefinedObject) return true;
    if (error instanceof DatabaseError && error.code === notInPrerequisiteState) return false;
    throw error;
  }
}
