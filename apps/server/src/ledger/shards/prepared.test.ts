import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { endPrepared } from './prepared.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(2);
});
afterAll(() => several.close());

async function prepareIn(pool: Pool): Promise<string> {
  const name = `florin:${randomUUID()}`;
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`prepare transaction '${name}'`);
  client.release();
  return name;
}

test('a prepared transaction of another login does not keep other prepared transactions from ending', async () => {
  const [, other] = several.databases;
  if (!other) throw new Error('there are two ledgers');
  const foreign = await prepareIn(other.ownerPool);
  await prepareIn(other.pool);
  const names = async () => {
    const { rows } = await other.pool.query<{ gid: string }>(
      'select gid from pg_prepared_xacts where database = current_database()',
    );
    return rows.map(({ gid }) => gid);
  };
  await expect(endPrepared(several.main.pool, other.pool, { afterSeconds: 0 })).rejects.toThrow('permission denied');
  expect(await names()).toEqual([foreign]);
  await other.ownerPool.query(`rollback prepared '${foreign}'`);
});
