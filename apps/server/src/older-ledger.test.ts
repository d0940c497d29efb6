import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { envOf, start, startWithMembers, three, withDatabase, type Place } from '../test/ledger-places.ts';
import { owner, startPasswordEngine, type PasswordEngine } from '../test/password-engine.ts';
import { keepShards, openLedger, sweepBetweenLedgers } from './ledger/index.ts';
import { slotOf } from './ledger/shards/ids.ts';
import type { Database } from './open-database.ts';

let engine: PasswordEngine;
let main: Place;
let one: Place;
beforeAll(async () => {
  engine = await startPasswordEngine();
});
afterAll(() => engine.stop());
beforeEach(async () => {
  [main, one] = await three(engine);
  await startWithMembers(main, one);
});

/** Returns a copy of a database, which stands for a restored backup of this moment. */
async function backUp({ name }: Place): Promise<Place> {
  const copy = await engine.newDatabase();
  const disconnect = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = any ($1)';
  await engine.superuser.query(disconnect, [[name, copy.name]]);
  await engine.superuser.query(`drop database ${copy.name}`);
  await engine.superuser.query(`create database ${copy.name} template ${name} owner ${owner}`);
  return copy;
}

type Pools = Pick<Database, 'pool' | 'ledgers'>;

/** Pays a new member of the further ledger. */
async function deposit({ pool, ledgers }: Pools): Promise<void> {
  const ledger = openLedger(pool, ledgers);
  await ledger.registerAssets(['USD'], 2);
  const member = Array.from({ length: 100 }, () => randomUUID()).find((id) => slotOf(id) % 2 === 1) ?? '';
  const postings = [
    { account: await ledger.houseId('cash', 'USD'), units: -500n },
    { account: await ledger.walletId(member, 'USD'), units: 500n },
  ];
  await ledger.post({ key: randomUUID(), requestHash: 1n, actor: member, kind: 'test', metadata: {}, postings }, {});
}

/** Runs the jobs of a node until the condition holds. */
async function underJobs({ pool, ledgers }: Pools, until: () => Promise<void>): Promise<void> {
  const jobs = keepShards(pool, ledgers, pino({ level: 'silent' }));
  try {
    await until();
  } finally {
    await jobs.stop();
  }
}

const seenIn = async ({ pool }: Pools) =>
  (await pool.query<{ seen: bigint | null }>('select seen_entry as seen from books.shards')).rows[0]?.seen;

const lastIn = async ({ ledgers }: Pools) =>
  (await ledgers[0]?.query<{ last: bigint }>('select max(id) as last from own_books.entries'))?.rows[0]?.last;

const closuresIn = async ({ pool, ledgers }: Pools) =>
  Promise.all(
    [pool, ...ledgers].map(
      async (one) => (await one.query('select from books.closures where reopened_at is null')).rowCount,
    ),
  );

/** Deposits money, and waits until the main database has seen the entry. */
const depositSeen = (pools: Pools) =>
  underJobs(pools, async () => {
    await deposit(pools);
    await expect.poll(() => seenIn(pools), { timeout: 10_000 }).toBe(await lastIn(pools));
  });

test('a start is refused if a ledger lacks a deposit that the main database has seen', async () => {
  await withDatabase(envOf(main, one), depositSeen);
  const backup = await backUp(one);
  await withDatabase(envOf(main, one), depositSeen);
  await expect(start(main, backup)).rejects.toThrow(
    `Ledger 1 (localhost/${backup.name}) lacks payments that the main database has seen in it: it is older, as from a backup. ` +
      'Restore all databases from one backup (docs/operate/backup.md).',
  );
  await start(main, one);
});

test('a ledger restored under a running node closes all ledgers, even if new deposits reused its numbers', async () => {
  await withDatabase(envOf(main, one), depositSeen);
  const backup = await backUp(one);
  await withDatabase(envOf(main, one), depositSeen);
  const restored = { pool: main.owner, ledgers: [backup.owner] };
  await deposit(restored);
  await deposit(restored);
  expect(await lastIn(restored)).toBeGreaterThan((await seenIn(restored)) ?? 0n);
  expect(await sweepBetweenLedgers([main.owner, backup.owner])).toMatchObject([
    { invariant: 'a further ledger has every entry that the main database has seen' },
  ]);
  await underJobs(restored, async () => {
    await expect.poll(() => closuresIn(restored), { timeout: 10_000 }).toEqual([1, 1]);
  });
});

test('a start succeeds with databases of the same moment, and with an older main database', async () => {
  await withDatabase(envOf(main, one), depositSeen);
  const [older, backup] = [await backUp(main), await backUp(one)];
  await withDatabase(envOf(main, one), depositSeen);
  await expect(start(older, backup)).resolves.toBeUndefined();
  await expect(start(older, one)).resolves.toBeUndefined();
});
