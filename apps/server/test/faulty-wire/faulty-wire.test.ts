import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool, type Pool } from '../../src/platform/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import type { Fault } from './exchange.ts';
import { faultyWire, type FaultyWire } from './faulty-wire.ts';
import { seededFaults } from './seeded-faults.ts';

let database: TestDatabase;
let wire: FaultyWire;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await faultyWire(database.address);
  await database.ownerPool.query('create table marks (mark text)');
});
beforeEach(() => {
  pool = openPool(wire.address, { role: null, size: 1 });
});
afterEach(async () => {
  wire.heal();
  await pool.end();
  await database.ownerPool.query('truncate marks');
});
afterAll(async () => {
  await wire.close();
  await database.close();
});

/** Each way in which the product queries the database. */
const askings = {
  'a simple query': { text: `insert into marks values ('x')` },
  'a statement with values': { text: 'insert into marks values ($1)', values: ['x'] },
  'a named statement': { name: 'mark', text: 'insert into marks values ($1)', values: ['x'] },
};

const spoilMarks = (fault: Fault) =>
  wire.spoil(({ statement }) => (/marks|^mark$/.test(statement) ? fault : undefined));

async function marks(): Promise<number> {
  const { rowCount } = await database.ownerPool.query('select from marks');
  return rowCount ?? 0;
}

describe.each(Object.entries(askings))('the wire, with %s', (_, asking) => {
  test('the faulty wire passes everything through when no fault is set', async () => {
    await pool.query(asking);
    expect(await marks()).toBe(1);
  });

  test.each(['before', 'after'] as const)(
    'raises an error %s the statement runs, and nothing is committed',
    async (when) => {
      spoilMarks({ fault: 'error', sqlState: '40P01', when });
      await expect(pool.query(asking)).rejects.toMatchObject({ code: '40P01', message: 'injected' });
      expect(await marks()).toBe(0);
      wire.heal();
      await pool.query(asking); // the same connection still has the named statements that the driver expects
      await pool.query(asking);
      expect(await marks()).toBe(2);
    },
  );

  test.each(['before', 'after'] as const)(
    'raises an error %s the statement runs within a transaction',
    async (when) => {
      const client = await pool.connect();
      await client.query('begin');
      await client.query(asking);
      spoilMarks({ fault: 'error', sqlState: '40001', when });
      await expect(client.query(asking)).rejects.toMatchObject({ code: '40001' });
      await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
      await client.query('rollback');
      client.release();
      expect(await marks()).toBe(0);
    },
  );

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('resets the connection %s the statement runs', async (when, stands) => {
    spoilMarks({ fault: 'reset', when });
    await expect(pool.query(asking)).rejects.toThrow(/ECONNRESET|terminated/);
    expect(await marks()).toBe(stands);
    wire.heal();
    await pool.query(asking);
  });

  test('the faulty wire resets the connection while the database still runs the statement', async () => {
    spoilMarks({ fault: 'reset', when: 'during' });
    await expect(pool.query(asking)).rejects.toThrow(/ECONNRESET|terminated/);
    await expect.poll(marks, { timeout: 60_000 }).toBe(1);
  });

  test('the faulty wire delays a statement', async () => {
    spoilMarks({ fault: 'delay', ms: 5 });
    await pool.query(asking);
    expect(await marks()).toBe(1);
  });
});

test('an injected error at the commit rolls the transaction back', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(askings['a statement with values']);
  wire.spoil(({ statement }) =>
    statement === 'commit' ? { fault: 'error', sqlState: '40001', when: 'after' } : undefined,
  );
  await expect(client.query('commit')).rejects.toMatchObject({ code: '40001' });
  await client.query('rollback');
  client.release();
  expect(await marks()).toBe(0);
});

test('the faulty wire passes on the error of a failing statement', async () => {
  wire.spoil(() => ({ fault: 'error', sqlState: '40001', when: 'after' }));
  await expect(pool.query('select 1 / $1', [0])).rejects.toMatchObject({ code: '22012' });
});

test('the faulty wire injects the same faults for the same seed', () => {
  const plan = {
    share: 0.3,
    choices: [
      { fault: 'reset', when: 'after' },
      { fault: 'delay', ms: 1 },
    ],
  } as const;
  const drawn = (seed: string) => {
    const faults = seededFaults({ seed, ...plan });
    return Array.from({ length: 200 }, () => faults({ statement: 'post', inTransaction: false }));
  };
  expect(drawn('one')).toEqual(drawn('one'));
  expect(drawn('one')).not.toEqual(drawn('two'));
  expect(drawn('one').filter(Boolean).length).toBeGreaterThan(30);
});
