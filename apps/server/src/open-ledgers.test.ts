import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  envOf,
  numbersIn,
  openWallets,
  start,
  startWithMembers,
  three,
  withDatabase,
  type Place,
} from '../test/ledger-places.ts';
import { owner, ownersPassword, startPasswordEngine, type PasswordEngine } from '../test/password-engine.ts';
import { withLogin } from './application-login.ts';
import { insufficientPrivilege } from './external-postgres.ts';
import { openLedger } from './ledger/index.ts';
import { migrate } from './platform/database/migrate.ts';
import { openPool } from './platform/database/pool.ts';

let engine: PasswordEngine;
beforeAll(async () => {
  engine = await startPasswordEngine();
});
afterAll(() => engine.stop());

const slotsOf = async ({ owner: pool }: Place) =>
  (
    await pool.query<{ shard: number; count: number }>(
      'select shard, count(*)::int as count from books.slots group by shard order by shard',
    )
  ).rows;

const serversOf = async ({ owner: pool }: Place) =>
  (await pool.query<{ id: string }>('select oid::text as id from pg_foreign_server order by oid')).rows;

describe('a start with further ledgers', () => {
  test('a start numbers further ledgers, spreads the slots of a new installation, and shows all books', async () => {
    const [main, one, two] = await three(engine);
    await startWithMembers(main, one, two);
    expect(await slotsOf(main)).toEqual([
      { shard: 0, count: 342 },
      { shard: 1, count: 341 },
      { shard: 2, count: 341 },
    ]);
    await withDatabase(envOf(main, one, two), async ({ pool, ledgers }) => {
      expect(await numbersIn(pool)).toEqual([{ number: 0n }, { number: 1n }, { number: 2n }]);
      expect(await Promise.all(ledgers.map(numbersIn))).toEqual([[{ number: 1n }], [{ number: 2n }]]);
    });
  });

  test('a new ledger of an older installation has no members', async () => {
    const [main, one, two] = await three(engine);
    await startWithMembers(main, one);
    const before = await slotsOf(main);
    await start(main, one, two);
    expect(await slotsOf(main)).toEqual(before);
    await startWithMembers(main, one, two);
    await withDatabase(envOf(main, one, two), async ({ ledgers }) =>
      expect(await Promise.all(ledgers.map(numbersIn))).toEqual([[{ number: 1n }], []]),
    );
  });

  test('a start links the databases of ledgers once, even when three nodes start together', async () => {
    const [main, one, two] = await three(engine);
    await Promise.all([1, 2, 3].map(() => startWithMembers(main, one, two)));
    const before = await serversOf(main);
    expect(before.length).toBe(2);
    await Promise.all([1, 2, 3].map(() => start(main, one, two)));
    expect(await serversOf(main)).toEqual(before);
  });

  test('a start links the databases of ledgers again when an address or a password changes', async () => {
    const [main, one] = await three(engine);
    await startWithMembers(main, one);
    await engine.superuser.query(`alter role ${owner} password 'another'`);
    try {
      const env = envOf(main, one);
      const changed = Object.fromEntries(
        Object.entries(env).map(([name, url]) => [name, withLogin(`${url}&connect_timeout=3`, owner, 'another')]),
      );
      await withDatabase(changed, async ({ pool }) =>
        expect(await numbersIn(pool)).toEqual([{ number: 0n }, { number: 1n }]),
      );
    } finally {
      await engine.superuser.query(`alter role ${owner} password '${ownersPassword}'`);
    }
  });

  test('the main database shows the books of all ledgers after a new version recreated its views', async () => {
    const [main, one] = await three(engine);
    await startWithMembers(main, one);
    for (const place of [one, main]) await place.owner.query(`update repeatables set sha256 = 'older'`);
    expect(await Promise.all([one, main].map((place) => migrate(place.owner)))).toEqual([[], []]);
    expect(await numbersIn(main.owner)).toEqual([{ number: 0n }, { number: 1n }]);
    await start(main, one);
  });

  test('shows only the main books after an unused ledger was removed', async () => {
    const [main, one] = await three(engine);
    await start(main);
    await withDatabase({ DATABASE_URL: main.url }, ({ pool }) => openWallets(openLedger(pool), 1));
    await start(main, one);
    await start(main);
    await withDatabase(envOf(main), async ({ pool }) => expect(await numbersIn(pool)).toEqual([{ number: 0n }]));
    expect(await serversOf(main)).toEqual([]);
    await start(main, one);
    expect((await serversOf(main)).length).toBe(1);
  });

  test('the main database can read only the books of a ledger', async () => {
    const [main, one] = await three(engine);
    await startWithMembers(main, one);
    const { rows } = await main.owner.query<{ options: string[] }>('select umoptions as options from pg_user_mappings');
    const options = Object.fromEntries(rows[0]?.options.map((option) => option.split(/=(.*)/s)) ?? []);
    expect(options['user']).toBe(`florin_reader_${one.name}`);
    const reader = openPool(
      { connectionString: withLogin(one.url, options['user'], options['password']) },
      { role: null, size: 1 },
    );
    try {
      expect((await reader.query('select from own_books.present_accounts')).rowCount).toBeGreaterThan(0);
      for (const statement of [
        'select from ledger.accounts',
        'select from users',
        'select from books.closures',
        'select ledger.open_years()',
        'delete from own_books.present_accounts',
        'select from own_books.accounts',
        'set role florin_app',
        'create table public.mine (x int)',
      ])
        await expect(reader.query(statement)).rejects.toMatchObject({ code: insufficientPrivilege });
    } finally {
      await reader.end();
    }
  });

  test('opens each ledger with a login without the owner’s rights', async () => {
    const [main, one] = await three(engine);
    await withDatabase(envOf(main, one), async ({ ledgers: [ledger] }) => {
      const { rows } = (await ledger?.query('select session_user as session, current_user as now')) ?? { rows: [] };
      expect(rows).toEqual([{ session: `florin_app_${one.name}`, now: 'florin_app' }]);
    });
    const login = `login_${randomUUID().slice(0, 8)}`;
    await engine.superuser.query(`create role ${login} login password 'a login'`);
    const env = {
      ...envOf(main),
      FLORIN_LEDGERS: withLogin(one.url, login, 'a login'),
      FLORIN_MIGRATION_LEDGERS: one.url,
    };
    await withDatabase(env, async ({ ledgers: [ledger] }) =>
      expect((await ledger?.query('select session_user as session'))?.rows).toEqual([{ session: login }]),
    );
  });
});
