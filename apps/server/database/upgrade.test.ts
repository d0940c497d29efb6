import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '@florin/contract';
import { openLiveAppOn } from '../test/live-app.ts';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { createEmptyDatabase } from '../test/test-database.ts';
import { listPartitions, listSequences, listTables } from '../src/platform/backup/schema.ts';
import { migrate, migrateTo, readApplied } from '../src/platform/database/migrate.ts';
import { openPool, type Pool, type Queryable } from '../src/platform/database/pool.ts';
import { transact } from '../src/platform/database/transact.ts';

/** The last migration of the release before this version. */
const lastReleased = '0001-baseline.sql';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

test('an upgrade from the last release keeps a live ledger whole', async () => {
  const [ines, piet] = [await florin.signUpWith('500.00', 'Ines'), await florin.signUp('Piet')];
  const body = { recipient_email: piet.user.email, amount: '40.00', currency: 'USD' } as const;
  await ines.client.call(endpoints.sendMoney, { body });
  const before = await figuresOf(florin.database.pool);

  const older = await createEmptyDatabase();
  const pool = openPool(older.address, { size: 4 });
  try {
    await copyToRelease(florin.database.ownerPool, older.ownerPool);
    const ran = await migrate(older.ownerPool);
    expect(ran[0]).toMatch(/^0002-/);
    expect(await figuresOf(pool)).toEqual(before);
    expect((await older.ownerPool.query('select * from ledger.sweep()')).rows).toEqual([]);

    const live = await openLiveAppOn(pool);
    const { email } = ines.user;
    const { token } = await live.clientOf(null).call(endpoints.login, { body: { email, password: ines.password } });
    const wallets = await live.clientOf(token).call(endpoints.listWallets);
    expect(wallets.find(({ currency }) => currency === 'USD')?.available_exact).toBe('459.20');
    await live.close();
  } finally {
    await pool.end();
    await older.close();
  }
});

/** The balance of every account, and the number of entries. */
async function figuresOf(database: Queryable) {
  const { rows: accounts } = await database.query('select id, asset, posted, held from books.accounts order by id');
  const { rows: entries } = await database.query('select count(*)::int as entries from books.entries');
  return { accounts, entries };
}

/** Creates the tables of the last release, and copies the columns that they share with the source. */
async function copyToRelease(source: Pool, target: Pool) {
  const released = (await readApplied(source)).filter(({ name }) => name <= lastReleased);
  await transact(target, async (tx) => {
    await migrateTo(tx, released);
    const existing = new Set((await listPartitions(tx)).map(({ name }) => name));
    for (const { name, make } of await listPartitions(source))
      if (!existing.has(name)) for (const statement of make) await tx.query(statement);
    const tables = (await listTables(tx)).filter(({ name }) => name !== 'public.migrations');
    await tx.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    const present = new Map((await listTables(source)).map(({ name, columns }) => [name, new Set(columns)]));
    for (const { name, columns } of tables) {
      const list = columns.filter((column) => present.get(name)?.has(column)).join(', ');
      const { rows } = await source.query<{ all: string }>(
        `select coalesce(json_agg(t), '[]')::text as all from (select ${list} from ${name}) t`,
      );
      await tx.query(
        `insert into ${name} (${list}) overriding system value
         select ${list} from json_populate_recordset(null::${name}, $1)`,
        [rows[0]?.all],
      );
    }
    for (const name of await listSequences(tx)) {
      const { rows } = await source.query<{ last_value: bigint; is_called: boolean }>(
        `select last_value, is_called from ${name}`,
      );
      await tx.query('select setval($1, $2, $3)', [name, rows[0]?.last_value, rows[0]?.is_called]);
    }
    await tx.query(`update installation set mode = 'live'`);
  });
}
