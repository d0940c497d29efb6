import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { rolledBackPool, type RolledBackPool } from './rolled-back-pool.ts';
import { transact } from './transact.ts';

let database: TestDatabase;
let dry: RolledBackPool;
beforeEach(async () => {
  database = await createTestDatabase({ connections: 1 });
  dry = rolledBackPool(database.pool);
});
afterEach(async () => {
  await dry.rollBack();
  await database.close();
});

const add = (pool: Pick<TestDatabase['pool'], 'query'>, email: string) =>
  pool.query('insert into invitees (id, email) values (gen_random_uuid(), $1)', [email]);
const emails = async (pool: Pick<TestDatabase['pool'], 'query'>) =>
  (await pool.query<{ email: string }>('select email from invitees order by email')).rows.map(({ email }) => email);

describe('a rolled-back pool', () => {
  test('a rolled-back pool hides the effects of its statements, and leaves nothing', async () => {
    await add(dry.pool, 'a@x.example');
    expect(await emails(dry.pool)).toEqual(['a@x.example']);
    await dry.rollBack();
    expect(await emails(database.pool)).toEqual([]);
  });

  test('a rolled-back pool continues after a failed statement, without the effect of the statement', async () => {
    await Promise.allSettled([
      add(dry.pool, 'a@x.example'),
      dry.pool.query('select 1 / 0'),
      add(dry.pool, 'b@x.example'),
    ]);
    expect(await emails(dry.pool)).toEqual(['a@x.example', 'b@x.example']);
  });

  test('a rolled-back pool commits and undoes its transactions, even nested transactions', async () => {
    await transact(dry.pool, async (tx) => {
      await add(tx, 'a@x.example');
      await expect(
        transact(dry.pool, async (inner) => {
          await add(inner, 'b@x.example');
          throw new Error('undo the inner one');
        }),
      ).rejects.toThrow('undo the inner one');
      await add(tx, 'c@x.example');
    });
    await expect(transact(dry.pool, async (tx) => tx.query('select 1 / 0'))).rejects.toThrow('division by zero');
    expect(await emails(dry.pool)).toEqual(['a@x.example', 'c@x.example']);
    await dry.rollBack();
    expect(await emails(database.pool)).toEqual([]);
  });

  test('a rolled-back pool rejects statements after its rollback', async () => {
    await add(dry.pool, 'a@x.example');
    await dry.rollBack();
    await expect(add(dry.pool, 'b@x.example')).rejects.toThrow('rolled back already');
    await expect(transact(dry.pool, async (tx) => add(tx, 'b@x.example'))).rejects.toThrow('rolled back already');
    expect(await emails(database.pool)).toEqual([]);
  });

  test('a rolled-back pool stops soon when another transaction holds a row', async () => {
    const holder = await database.ownerPool.connect();
    await add(database.ownerPool, 'a@x.example');
    await holder.query('begin');
    await holder.query('update invitees set email = email');
    await expect(dry.pool.query('update invitees set email = email')).rejects.toMatchObject({ code: '55P03' });
    await holder.query('rollback');
    holder.release();
  });
});
