import type { PoolClient } from 'pg';
import type { Pool } from '../src/platform/database/pool.ts';

/** Returns a pool whose transactions commit, but whose answers to the commit are lost. */
export const losingCommits = (pool: Pool): Pool => replacing(pool, 'connect', async () => losing(await pool.connect()));

const losing = (client: PoolClient): PoolClient =>
  replacing(client, 'query', async (statement: string, values?: unknown[]) => {
    const answer = await client.query(statement, values);
    if (statement === 'commit') throw new Error('the connection is lost');
    return answer;
  });

/** Returns the object with one method replaced. */
const replacing = <Thing extends object>(thing: Thing, method: keyof Thing, other: unknown): Thing =>
  new Proxy(thing, { get: (own, name) => (name === method ? other : Reflect.get(own, name)) });
