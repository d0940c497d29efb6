import type { PoolClient } from 'pg';
import type { Pool } from '../src/platform/database/pool.ts';

/** Transactions inside the outer one become savepoints. */
const within: Readonly<Record<string, string>> = {
  begin: 'savepoint within',
  commit: 'release savepoint within',
  rollback: 'rollback to savepoint within',
};

/**
 * Runs the work in one transaction, through a pool whose only connection is that transaction. All changes are committed
 * together or not at all. Runs one query and one command at a time.
 */
export async function inOneTransaction(ownerPool: Pool, work: (pool: Pool) => Promise<void>): Promise<void> {
  const client = await ownerPool.connect();
  try {
    await client.query('begin');
    await work(poolOf(ownerPool, client));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

function poolOf(ownerPool: Pool, client: PoolClient): Pool {
  let last: Promise<unknown> = Promise.resolve();
  const query = (...asked: [string]) => {
    const [text] = asked;
    const run = () =>
      client.query(...((typeof text === 'string' && within[text] ? [within[text]] : asked) as [string]));
    const answer = last.then(run);
    last = answer.catch(() => undefined);
    return answer;
  };
  const tx = new Proxy(client, {
    get: (target, name) =>
      name === 'query' ? query : name === 'release' ? () => undefined : Reflect.get(target, name),
  });
  return new Proxy(ownerPool, {
    get: (target, name) => (name === 'query' ? query : name === 'connect' ? async () => tx : Reflect.get(target, name)),
  });
}
