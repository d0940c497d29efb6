import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onDatabase } from '../test/global-setup.ts';
import { liveSettings } from '../test/live-settings.ts';
import { owner, ownersPassword, startPasswordEngine, type PasswordEngine } from '../test/password-engine.ts';
import { withLogin } from './application-login.ts';
import { parseConfig } from './config.ts';
import { openLedger, type Ledger } from './ledger/index.ts';
import { slotOf } from './ledger/shards/ids.ts';
import { openDatabase, type Database } from './open-database.ts';
import { migrate } from './platform/database/migrate.ts';
import { openPool, type Pool } from './platform/database/pool.ts';

let engine: PasswordEngine;
beforeAll(async () => {
  engine = await startPasswordEngine();
}, 60_000);
afterAll(() => engine.stop());

type Place = Awaited<ReturnType<PasswordEngine['newDatabase']>>;

const envOf = (main: Place, ...ledgers: Place[]): Record<string, string> => ({
  DATABASE_URL: main.url,
  ...(ledgers.length > 0 && { FLORIN_LEDGERS: ledgers.map(({ url }) => url).join(',') }),
});

const open = (env: Record<string, string>) => openDatabase(parseConfig(env), () => undefined);

async function withDatabase<Result>(env: Record<string, string>, work: (database: Database) => Promise<Result>) {
  const database = await open(env);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Starts Florin with these ledgers once. */
const start = (main: Place, ...ledgers: Place[]) => withDatabase(envOf(main, ...ledgers), async () => undefined);

/** Opens wallets, one in each ledger. */
async function openWallets(ledger: Ledger, ledgers: number): Promise<void> {
  await ledger.registerAssets(['USD'], 2);
  const homes = new Set<number>();
  while (homes.size < ledgers) {
    const id = randomUUID();
    homes.add(slotOf(id) % ledgers);
    await ledger.walletId(id, 'USD');
  }
}

/** Starts a new installation that spreads its members over all ledgers, and opens a wallet in each. */
const startWithMembers = (main: Place, ...ledgers: Place[]) =>
  withDatabase(envOf(main, ...ledgers), async (database) =>
    openWallets(openLedger(database.pool, database.ledgers), ledgers.length + 1),
  );

const numbersIn = async (pool: Pool) =>
  (
    await pool.query<{ number: bigint }>(
      'select distinct id >> 40 as number from books.accounts where id > 0 order by 1',
    )
  ).rows;

const slotsOf = async ({ owner: pool }: Place) =>
  (
    await pool.query<{ shard: number; count: number }>(
      'select shard, count(*)::int as count from books.slots group by shard order by shard',
    )
  ).rows;

const serversOf = async ({ owner: pool }: Place) =>
  (await pool.query<{ id: string }>('select oid::text as id from pg_foreign_server order by oid')).rows;

/** Returns three databases. The names of variables say what a test makes of them. */
async function three(): Promise<[Place, Place, Place]> {
  const [a, b, c] = await Promise.all([engine.newDatabase(), engine.newDatabase(), engine.newDatabase()]);
  return [a, b, c];
}

describe('a start with further ledgers', { timeout: 60_000 }, () => {
  test('numbers them, spreads the slots of a new installation, and shows the books of all', async () => {
    const [main, one, two] = await three();
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

  test('gives a new ledger of an older installation no members', async () => {
    const [main, one, two] = await three();
    await startWithMembers(main, one);
    const before = await slotsOf(main);
    await start(main, one, two);
    expect(await slotsOf(main)).toEqual(before);
    await startWithMembers(main, one, two);
    await withDatabase(envOf(main, one, two), async ({ ledgers }) =>
      expect(await Promise.all(ledgers.map(numbersIn))).toEqual([[{ number: 1n }], []]),
    );
  });

  test('links the databases once, also when three nodes start together', async () => {
    const [main, one, two] = await three();
    await Promise.all([1, 2, 3].map(() => startWithMembers(main, one, two)));
    const before = await serversOf(main);
    expect(before.length).toBe(2);
    await Promise.all([1, 2, 3].map(() => start(main, one, two)));
    expect(await serversOf(main)).toEqual(before);
  });

  test('links them again when an address or a password changes', async () => {
    const [main, one] = await three();
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

  test('shows the books of all after the views were made again, as by a new version', async () => {
    const [main, one] = await three();
    await startWithMembers(main, one);
    for (const place of [one, main]) await place.owner.query(`update repeatables set sha256 = 'older'`);
    expect(await Promise.all([one, main].map((place) => migrate(place.owner)))).toEqual([[], []]);
    expect(await numbersIn(main.owner)).toEqual([{ number: 0n }, { number: 1n }]);
    await start(main, one);
  });

  test('shows the main books alone after an unused ledger was removed', async () => {
    const [main, one] = await three();
    await start(main);
    await withDatabase({ DATABASE_URL: main.url }, ({ pool }) => openWallets(openLedger(pool), 1));
    await start(main, one);
    await start(main);
    await withDatabase(envOf(main), async ({ pool }) => expect(await numbersIn(pool)).toEqual([{ number: 0n }]));
    expect(await serversOf(main)).toEqual([]);
    await start(main, one);
    expect((await serversOf(main)).length).toBe(1);
  });

  test('lets the main database read the books of a ledger and nothing else', async () => {
    const [main, one] = await three();
    await startWithMembers(main, one);
    const { rows } = await main.owner.query<{ options: string[] }>('select umoptions as options from pg_user_mappings');
    const options = Object.fromEntries(rows[0]?.options.map((option) => option.split(/=(.*)/s)) ?? []);
    expect(options['user']).toBe(`florin_reader_${one.name}`);
    const reader = openPool(
      { connectionString: withLogin(one.url, options['user'], options['password']) },
      { role: null, size: 1 },
    );
    try {
      expect((await reader.query('select from own_books.accounts')).rowCount).toBeGreaterThan(0);
      for (const statement of [
        'select from ledger.accounts',
        'select from users',
        'select from books.closures',
        'select ledger.post(null, null)',
        'select ledger.open_accounts(null, null, null)',
        'delete from own_books.accounts',
        'set role florin_app',
        'create table public.mine (x int)',
      ])
        await expect(reader.query(statement), statement).rejects.toThrow();
    } finally {
      await reader.end();
    }
  });

  test('opens each ledger with a login without the owner’s rights', async () => {
    const [main, one] = await three();
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

type Wrong = {
  readonly name: string;
  /** Prepares three databases, and returns the settings that Florin rejects. */
  readonly env: (main: Place, one: Place, two: Place) => Promise<Record<string, string>>;
  readonly says: (main: Place, one: Place, two: Place) => string;
};

const ledgerAt = (number: number, { name }: Place) => `Ledger ${number} (localhost/${name})`;

const wrong: Wrong[] = [
  {
    name: 'the main database as a ledger',
    env: async (main, one) => envOf(main, one, main),
    says: (main) => `${ledgerAt(2, main)} is the same database as the main one. Name another one in FLORIN_LEDGERS.`,
  },
  {
    name: 'one database twice',
    env: async (main, one, two) => envOf(main, two, one, { ...one, url: `${one.url}&connect_timeout=9` }),
    says: (_main, one) => `${ledgerAt(3, one)} is the same database as ledger 2. Name another one in FLORIN_LEDGERS.`,
  },
  {
    name: 'the ledgers in another order',
    env: async (main, one, two) => (await start(main, one, two), envOf(main, two, one)),
    says: (_main, _one, two) =>
      `${ledgerAt(1, two)} is ledger 2 of this installation. Name the ledgers in FLORIN_LEDGERS in the order of their numbers.`,
  },
  {
    name: 'a ledger of another installation',
    env: async (main, one, two) => (await start(two, one), envOf(main, one)),
    says: (_main, one) =>
      `${ledgerAt(1, one)} is a ledger of another installation. Name an empty database in FLORIN_LEDGERS, or the main database of that installation in DATABASE_URL.`,
  },
  {
    name: 'an installation of its own as a ledger',
    env: async (main, one) => (await startWithMembers(one), envOf(main, one)),
    says: (_main, one) =>
      `${ledgerAt(1, one)} is an installation of its own. Name an empty database in FLORIN_LEDGERS.`,
  },
  {
    name: 'a further ledger as the main database',
    env: async (main, one) => (await start(main, one), envOf(one)),
    says: () =>
      'This database is ledger 1 of an installation. Name it in FLORIN_LEDGERS, and the main database in DATABASE_URL.',
  },
  {
    name: 'a missing ledger that has members',
    env: async (main, one) => (await startWithMembers(main, one), envOf(main)),
    says: (_main, one) =>
      `Ledger 1 (${engine.engine.connection.host}:5432/${one.name}) has members or accounts, and FLORIN_LEDGERS does not name it. Name it again.`,
  },
  {
    name: 'a missing ledger that has an account, but no members',
    env: async (main, one) => {
      await withDatabase(envOf(main), ({ pool }) => openWallets(openLedger(pool), 1));
      await withDatabase(envOf(main, one), async ({ ledgers: [ledger] }) => {
        const alone = openLedger(ledger!);
        await alone.registerAssets(['USD'], 2);
        await alone.houseId('fees', 'USD');
      });
      return envOf(main);
    },
    says: (_main, one) =>
      `Ledger 1 (${engine.engine.connection.host}:5432/${one.name}) has members or accounts, and FLORIN_LEDGERS does not name it. Name it again.`,
  },
  {
    name: 'an empty database in the place of a ledger that has members',
    env: async (main, one, two) => (await startWithMembers(main, one), envOf(main, two)),
    says: (_main, one, two) =>
      `Ledger 1 (${engine.engine.connection.host}:5432/${one.name}) has members or accounts, and FLORIN_LEDGERS names localhost/${two.name} in its place. Name it again.`,
  },
  {
    name: 'a sandbox database as a ledger of a live installation',
    env: async (main, one) => {
      await start(one);
      return { ...liveSettings, ...envOf(main, one) };
    },
    says: (_main, one) =>
      `${ledgerAt(1, one)} was created in sandbox mode and cannot be used in live mode. Use another database.`,
  },
  {
    name: 'a ledger that a newer version migrated',
    env: async (main, one) => {
      await start(main, one);
      await one.owner.query(`insert into migrations (name, sha256) values ('9999-later.sql', '')`);
      return envOf(main, one);
    },
    says: (_main, one) =>
      `${ledgerAt(1, one)}: A newer version of Florin migrated this database: it has 9999-later.sql. Start that version instead.`,
  },
];

describe('a start is rejected that names', { timeout: 60_000 }, () => {
  test.each(wrong)('$name', async ({ env, says }) => {
    const places = await three();
    const settings = await env(...places);
    await expect(open(settings)).rejects.toThrow(expect.objectContaining({ message: says(...places), name: 'Error' }));
  });

  test('a database that does not exist, without its password', async () => {
    const [main, one] = await three();
    const url = one.url.replace(one.name, 'florin_nowhere');
    const opening = open({ ...envOf(main), FLORIN_LEDGERS: `${one.url},${url}` });
    await expect(opening).rejects.toThrow(
      /^PostgreSQL at localhost\/florin_nowhere rejects the login \(.*\)\. Check the user, the password and the database in address 2 of FLORIN_LEDGERS\.$/,
    );
    await expect(opening).rejects.not.toThrow(/secret/);
  });

  test('a server that cannot prepare transactions', async () => {
    const [main] = await three();
    const other = await startPasswordEngine({ prepares: false });
    try {
      const one = await other.newDatabase();
      await expect(start(main, one)).rejects.toThrow(
        `${ledgerAt(1, one)} cannot prepare transactions. Set max_prepared_transactions = 100 in its postgresql.conf and restart PostgreSQL.`,
      );
    } finally {
      await other.stop();
    }
  });

  test('a ledger that the main database cannot read, without its password', async () => {
    const [main, one] = await three();
    await engine.reject(`florin_reader_${one.name}`);
    const starting = start(main, one);
    await expect(starting).rejects.toThrow(
      /^The main database cannot read ledger 1 at localhost\/\w+ \(could not connect to server "ledger_1": .*rejects connection.*\)\. Its server must reach that address, and sign in there with a password\.$/,
    );
    await expect(starting).rejects.not.toThrow(/secret/);
  });

  test('a main database whose owner may not read other databases', async () => {
    const [main, one] = await three();
    const admin = openPool(onDatabase(engine.engine.connection, main.name), { role: null, size: 1 });
    await admin.query('drop extension postgres_fdw');
    await admin.end();
    await expect(start(main, one)).rejects.toThrow(
      /^The owner of the main database may not read other databases \(.*\)\. Run as a superuser in the main database: create extension postgres_fdw;/,
    );
  });

  test('a removed ledger that is down', async () => {
    const [main, one] = await three();
    await withDatabase(envOf(main), ({ pool }) => openWallets(openLedger(pool), 1));
    await start(main, one);
    await main.owner.query(`alter server ledger_1 options (set host '/nowhere')`);
    await expect(start(main)).rejects.toThrow(
      /^Ledger 1 \(\/nowhere:5432\/\w+\) was removed from FLORIN_LEDGERS and cannot be read \(.*\), so it may have members\. Name it again\.$/,
    );
  });
});
