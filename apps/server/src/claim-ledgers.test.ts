import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onDatabase } from '../test/global-setup.ts';
import {
  envOf,
  open,
  openWallets,
  start,
  startWithMembers,
  three,
  withDatabase,
  type Place,
} from '../test/ledger-places.ts';
import { liveSettings } from '../test/live-settings.ts';
import { startPasswordEngine, type PasswordEngine } from '../test/password-engine.ts';
import { openLedger } from './ledger/index.ts';
import { openPool } from './platform/database/pool.ts';

let engine: PasswordEngine;
beforeAll(async () => {
  engine = await startPasswordEngine();
});
afterAll(() => engine.stop());

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
      `Ledger 1 (${engine.connection.host}:5432/${one.name}) has members or accounts, and FLORIN_LEDGERS does not name it. Name it again.`,
  },
  {
    name: 'a missing ledger that has an account, but no members',
    env: async (main, one) => {
      await withDatabase(envOf(main), ({ pool }) => openWallets(openLedger(pool), 1));
      await withDatabase(envOf(main, one), async ({ ledgers: [ledger] }) => {
        if (!ledger) throw new Error('there is a further ledger');
        const alone = openLedger(ledger);
        await alone.registerAssets(['USD'], 2);
        await alone.houseId('fees', 'USD');
      });
      return envOf(main);
    },
    says: (_main, one) =>
      `Ledger 1 (${engine.connection.host}:5432/${one.name}) has members or accounts, and FLORIN_LEDGERS does not name it. Name it again.`,
  },
  {
    name: 'an empty database in the place of a ledger that has members',
    env: async (main, one, two) => (await startWithMembers(main, one), envOf(main, two)),
    says: (_main, one, two) =>
      `Ledger 1 (${engine.connection.host}:5432/${one.name}) has members or accounts, and FLORIN_LEDGERS names localhost/${two.name} in its place. Name it again.`,
  },
  {
    name: 'a ledger with members and an older main database',
    env: async (main, one) => {
      await startWithMembers(main, one);
      await main.owner.query('delete from ledger.slots');
      await main.owner.query('delete from ledger.shards');
      return envOf(main, one);
    },
    says: (_main, one) =>
      `${ledgerAt(1, one)} has accounts, and the main database does not know it: it is older, as from a backup. Use the current main database.`,
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

describe('a start is rejected that names', () => {
  test.each(wrong)('rejects a start with $name', async ({ env, says }) => {
    const places = await three(engine);
    const settings = await env(...places);
    await expect(open(settings)).rejects.toThrow(expect.objectContaining({ message: says(...places), name: 'Error' }));
  });

  test('rejects a start with a database that does not exist, without repeating its password', async () => {
    const [main, one] = await three(engine);
    const url = one.url.replace(one.name, 'florin_nowhere');
    const opening = open({ ...envOf(main), FLORIN_LEDGERS: `${one.url},${url}` });
    await expect(opening).rejects.toThrow(
      /^PostgreSQL at localhost\/florin_nowhere rejects the login \(.*\)\. Check the user, the password and the database in address 2 of FLORIN_LEDGERS\.$/,
    );
    await expect(opening).rejects.not.toThrow(/secret/);
  });

  test('rejects a start with a server that cannot prepare transactions', async () => {
    const [main] = await three(engine);
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

  test('rejects a start with a ledger that the main database cannot read, without repeating its password', async () => {
    const [main, one] = await three(engine);
    await engine.reject(`florin_reader_${one.name}`);
    const starting = start(main, one);
    await expect(starting).rejects.toThrow(
      /^The main database cannot read ledger 1 at localhost\/\w+ \(could not connect to server "ledger_1": .*rejects connection.*\)\. Its server must reach that address, and sign in there with a password\.$/,
    );
    await expect(starting).rejects.not.toThrow(/secret/);
  });

  test('rejects a start with a main database whose owner may not read other databases', async () => {
    const [main, one] = await three(engine);
    const admin = openPool(onDatabase(engine.connection, main.name), { role: null, size: 1 });
    await admin.query('drop extension postgres_fdw');
    await admin.end();
    await expect(start(main, one)).rejects.toThrow(
      /^The owner of the main database may not read other databases \(.*\)\. Run as a superuser in the main database: create extension postgres_fdw;/,
    );
  });

  test('rejects a start after an unreachable ledger was removed from FLORIN_LEDGERS', async () => {
    const [main, one] = await three(engine);
    await withDatabase(envOf(main), ({ pool }) => openWallets(openLedger(pool), 1));
    await start(main, one);
    await main.owner.query(`alter server ledger_1 options (set host '/nowhere')`);
    await expect(start(main)).rejects.toThrow(
      /^Ledger 1 \(\/nowhere:5432\/\w+\) was removed from FLORIN_LEDGERS and cannot be read \(.*\), so it may have members\. Name it again\.$/,
    );
  });
});
