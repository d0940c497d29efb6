import type { PoolClient, QueryConfig } from 'pg';
import type { Pool } from './pool.ts';

export type RolledBackPool = {
  readonly pool: Pool;
  /** Undoes all statements. Later ones fail. */
  readonly rollBack: () => Promise<void>;
};

/** A wait for a lock ends before PostgreSQL looks for deadlocks, so that no other transaction becomes a victim. */
const lockTimeoutMs = 500;

/**
 * Returns a pool whose statements all run on one connection, in one transaction that is rolled back. A transaction or a
 * single statement in the pool is a savepoint, so that other work continues after an error, as with a usual pool.
 *
 * Transactions must not overlap, except one that runs within another.
 */
export function rolledBackPool(real: Pool): RolledBackPool {
  let opening: Promise<PoolClient> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isOver = false;
  let savepoints = 0;

  const opened = async () => {
    const client = isOver ? undefined : await (opening ??= begin(real));
    if (isOver || !client) throw new Error('the transaction is rolled back already');
    return client;
  };

  const run = async (args: unknown[]): Promise<unknown> => {
    const client = await opened();
    return Reflect.apply(client.query.bind(client), client, args);
  };

  /** Runs the work after all work before it. */
  const inOrder = (work: () => Promise<unknown>): Promise<unknown> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };

  const save = async (): Promise<string> => {
    const name = `part_${(savepoints += 1)}`;
    await run([`savepoint ${name}`]);
    return name;
  };

  const single = (args: unknown[]) =>
    inOrder(async () => {
      const name = await save();
      try {
        const result = await run(args);
        await run([`release savepoint ${name}`]);
        return result;
      } catch (error) {
        await run([`rollback to savepoint ${name}`]);
        throw error;
      }
    });

  /** Returns the query function of a client, which may begin transactions. */
  const queryOfClient = () => {
    const open: string[] = [];
    return (...args: unknown[]): Promise<unknown> => {
      switch (endsOrBegins(args[0])) {
        case 'begin':
          return inOrder(async () => void open.push(await save()));
        case 'prepare':
          return Promise.resolve();
        case 'commit':
          return inOrder(() => run([`release savepoint ${open.pop() ?? 'none'}`]));
        case 'rollback':
          return inOrder(() => run([`rollback to savepoint ${open.pop() ?? 'none'}`]));
        case undefined:
          return open.length > 0 ? inOrder(() => run(args)) : single(args);
      }
    };
  };

  const connect = async (): Promise<PoolClient> => {
    const client: unknown = Object.create(await opened());
    return Object.assign(client as PoolClient, { query: queryOfClient(), release: () => undefined });
  };

  const pool: unknown = Object.create(real);
  return {
    pool: Object.assign(pool as Pool, { connect, query: (...args: unknown[]) => single(args) }),
    async rollBack() {
      if (isOver) return;
      isOver = true;
      const client = await opening?.catch(() => undefined);
      if (!client) return;
      await client.query('rollback').then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
    },
  };
}

async function begin(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    return client;
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
}

/** Classifies a statement that begins or ends a transaction, including in two phases (ledger/shards/prepared.ts). */
function endsOrBegins(statement: unknown): 'begin' | 'prepare' | 'commit' | 'rollback' | undefined {
  const text = typeof statement === 'string' ? statement : (statement as QueryConfig).text;
  if (/^\s*begin\b/i.test(text)) return 'begin';
  if (/^\s*prepare transaction\b/i.test(text)) return 'prepare';
  if (/^\s*commit\b/i.test(text)) return 'commit';
  if (/^\s*rollback\b(?! to\b)/i.test(text)) return 'rollback';
  return undefined;
}
