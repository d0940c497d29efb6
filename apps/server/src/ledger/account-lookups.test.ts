import { afterAll, beforeAll, expect, test } from 'vitest';
import { postRaw } from '../../test/ledger-model/driver.ts';
import type { Order } from '../../test/ledger-model/orders.ts';
import { toBatch } from '../../test/ledger-model/to-batch.ts';
import { openWorld, type World } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';

const [users, rounds] = [100, 60];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.ownerPool.query('alter table ledger.accounts set (autovacuum_enabled = off)');
});
afterAll(() => database.close());

/** The lookups of the ledger's functions in each of the table's two indexes. */
const lookups = {
  number: ({ usd }: World) => ({ where: 'id = any ($1::bigint[])', values: usd }),
  owner: ({ owners }: World) => ({
    where: `owner = any ($1::uuid[]) and kind = 'wallet' and asset = 'USD' and slot = ''`,
    values: owners,
  }),
};

/** Returns how many pages of the table and its index a lookup of all wallets reads. */
async function pagesPerLookup(world: World, by: keyof typeof lookups): Promise<number> {
  const { where, values } = lookups[by](world);
  const client = await database.ownerPool.connect();
  await client.query('begin');
  await client.query('set local enable_seqscan = off');
  await client.query('set local enable_bitmapscan = off');
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
    `explain (analyze, buffers, format json) select posted from books.accounts where ${where}`,
    [values],
  );
  await client.query('commit');
  client.release();
  return rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks'] ?? 0;
}

test.each(['number', 'owner'] as const)(
  'account lookups by %s are fast again after a long read transaction ends',
  { timeout: 60_000 },
  async (by) => {
    const world = await openWorld(database.pool, { users, opening: 1_000n });
    const before = await pagesPerLookup(world, by);
    const sends = Array.from({ length: users }, (_, from): Order => ({
      ask: 'send',
      from,
      to: (from + 1) % users,
      amount: 1,
      fee: 0,
      lane: 0,
    }));
    const postRounds = async (orders: readonly Order[]) => {
      for (let round = 0; round < rounds; round++) await postRaw(database.pool, toBatch(world, orders));
    };

    const reader = await database.ownerPool.connect();
    await reader.query('begin isolation level repeatable read');
    await reader.query('select from books.accounts limit 1');
    await postRounds(sends);
    // Some accounts get further updates, which also clean up the index entries of the other accounts.
    await postRounds(sends.filter((_, i) => i % 4 === 0));
    expect(await pagesPerLookup(world, by)).toBeGreaterThan(10 * before);
    await reader.query('commit');
    reader.release();

    // Lookups mark dead index entries as removable. Other transactions on the server can delay the marks.
    await expect.poll(() => pagesPerLookup(world, by), { timeout: 20_000 }).toBeLessThan(3 * before);
  },
);
