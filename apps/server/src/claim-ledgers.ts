import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { ConfigProblem, PassingProblem, type Config, type Mode } from './config.ts';
import { forgetShard, hasSeenEntry, isShardUsed, knownShards, numberShard, registerShard } from './ledger/index.ts';
import { assertMode, readInstallation, type Installation } from './mark-installation.ts';
import type { Pool } from './platform/database/pool.ts';

/** A further ledger, open as its owner. */
export type FurtherLedger = {
  readonly number: number;
  /** The address without the password. */
  readonly where: string;
  readonly ownerPool: Pool;
};

const nameOf = ({ number, where }: Pick<FurtherLedger, 'number' | 'where'>) => `Ledger ${number} (${where})`;

/**
 * Asserts that all databases differ, even if their addresses differ: a lock that is taken in one database must be free
 * in all others.
 */
export async function assertDistinct(main: Pool, ledgers: readonly FurtherLedger[]): Promise<void> {
  const lock = randomInt(2 ** 31 - 1);
  const clients: PoolClient[] = [];
  try {
    for (const { ownerPool, ...ledger } of [{ number: 0, where: '', ownerPool: main }, ...ledgers]) {
      const client = await ownerPool.connect();
      clients.push(client);
      await client.query('begin');
      await client.query('savepoint locks_of_others');
      const { rows } = await client.query<{ other: number }>(
        'select other from generate_series(0, $2::int - 1) other where not pg_try_advisory_xact_lock($1, other) limit 1',
        [lock, ledger.number],
      );
      if (rows[0]) throw sameDatabase(ledger, rows[0].other);
      await client.query('rollback to locks_of_others');
      await client.query('select pg_advisory_xact_lock($1, $2)', [lock, ledger.number]);
    }
  } finally {
    for (const client of clients) client.release(true); // ends the locks
  }
}

const sameDatabase = (ledger: Pick<FurtherLedger, 'number' | 'where'>, other: number) =>
  new ConfigProblem(
    `${nameOf(ledger)} is the same database as ${other === 0 ? 'the main one' : `ledger ${other}`}. Name another one in FLORIN_LEDGERS.`,
  );

/**
 * Asserts that a database is this ledger, or may become it. Changes nothing, so that a wrong address does no harm.
 *
 * @param main the id of the installation, if it has one yet
 * @returns whether it is this ledger already
 */
export async function isOwnLedger(ledger: FurtherLedger, main: string | undefined, mode: Mode): Promise<boolean> {
  const mark = await readInstallation(ledger.ownerPool);
  if (!mark) return false;
  assertMode(nameOf(ledger), mark, mode);
  if (mark.part_of === null) {
    if (mark.id === undefined || (await hasMembers(ledger.ownerPool)))
      throw new ConfigProblem(
        `${nameOf(ledger)} is an installation of its own. Name an empty database in FLORIN_LEDGERS.`,
      );
    return false;
  }
  if (mark.part_of !== main)
    throw new ConfigProblem(
      `${nameOf(ledger)} is a ledger of another installation. Name an empty database in FLORIN_LEDGERS, or the main database of that installation in DATABASE_URL.`,
    );
  if (mark.shard !== ledger.number)
    throw new ConfigProblem(
      `${nameOf(ledger)} is ledger ${mark.shard} of this installation. Name the ledgers in FLORIN_LEDGERS in the order of their numbers.`,
    );
  return true;
}

/** Asserts that each address names an existing ledger with that number, for commands that create no ledgers. */
export async function assertAllOwn(main: Pool, ledgers: readonly FurtherLedger[], { mode }: Pick<Config, 'mode'>) {
  const installation = await readInstallation(main);
  for (const ledger of ledgers)
    if (!(await isOwnLedger(ledger, installation?.id, mode)))
      throw new ConfigProblem(`${nameOf(ledger)} is new. Start Florin with it first.`);
}

async function hasMembers(database: Pool): Promise<boolean> {
  const { rows } = await database.query<{ used: boolean }>(
    'select exists (select from books.accounts) or exists (select from people) as used',
  );
  return rows[0]?.used === true;
}

/**
 * Marks a migrated database as this ledger, unless it is marked already. If nodes start together, the first one marks
 * it.
 */
export async function claimLedger(ledger: FurtherLedger, main: string, mode: Mode): Promise<Installation> {
  await ledger.ownerPool.query(
    `insert into installation as i (mode, part_of, shard) values ($1, $2, $3)
     on conflict (only_row) do update set id = gen_random_uuid(), part_of = excluded.part_of, shard = excluded.shard
     where i.part_of is null`,
    [mode, main, ledger.number],
  );
  await isOwnLedger(ledger, main, mode);
  await numberShard(ledger.ownerPool, ledger.number);
  const { rows } = await ledger.ownerPool.query<Installation>('select id, mode, part_of, shard from installation');
  if (!rows[0]) throw new Error('a claimed ledger has no mark');
  return rows[0];
}

/**
 * Asserts that a ledger has the newest entry that the main database has seen in it. A sweep does not notice lost
 * entries.
 */
export async function assertNotOlder(main: Pool, ledger: FurtherLedger): Promise<void> {
  if (await hasSeenEntry(main, ledger.ownerPool, ledger.number)) return;
  throw new ConfigProblem(
    `${nameOf(ledger)} lacks payments that the main database has seen in it: it is older, as from a backup. Restore all databases from one backup (docs/operate/backup.md).`,
  );
}

/**
 * Asserts that FLORIN_LEDGERS names all ledgers that the main database knows, as the running server's setting does.
 *
 * @param main connects as the owner or with the application role
 */
export async function assertAllNamed(main: Pool, { ledgers }: Pick<Config, 'ledgers'>): Promise<void> {
  // Older versions of the schema do not have this view, and a backup does not migrate.
  const { rows: found } = await main.query<{ exists: boolean }>(
    `select to_regclass('books.shards') is not null as exists`,
  );
  if (!found[0]?.exists) return;
  const { rows } = await main.query<{ known: number }>('select count(*)::int as known from books.shards');
  const known = rows[0]?.known ?? 0;
  if (known > ledgers.length)
    throw new ConfigProblem(
      `FLORIN_LEDGERS names ${ledgers.length} of ${known} further ledgers. Set it as for the server.`,
    );
}

/**
 * Records in the main database the ids of the databases of its further ledgers.
 *
 * @param ids the id of each further ledger, from number 1 on
 * @throws ConfigProblem if a ledger with members or accounts is missing, or another database is in its place
 */
export async function registerLedgers(
  main: Pool,
  ledgers: readonly FurtherLedger[],
  ids: readonly string[],
): Promise<void> {
  const rows = await knownShards(main);
  for (const { shard, installation, used_at: where } of rows) {
    const ledger = ledgers[shard - 1];
    if (ids[shard - 1] === installation) continue;
    const before = { number: shard, where: where ?? 'address unknown' };
    if (await isUsed(main, before)) throw missing(before, ledger);
    if (!ledger) await forgetShard(main, shard);
  }
  for (const [i, ledger] of ledgers.entries()) {
    const isKnown = rows.some(({ shard, installation }) => shard === ledger.number && installation === ids[i]);
    if (!isKnown && (await hasMembers(ledger.ownerPool)))
      throw new ConfigProblem(
        `${nameOf(ledger)} has accounts, and the main database does not know it: it is older, as from a backup. Use the current main database.`,
      );
    await registerShard(main, ledger.number, ids[i]);
  }
}

type Registered = Pick<FurtherLedger, 'number' | 'where'>;

async function isUsed(main: Pool, before: Registered): Promise<boolean> {
  try {
    return await isShardUsed(main, before.number);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new PassingProblem(
      `${nameOf(before)} was removed from FLORIN_LEDGERS and cannot be read (${error.message}), so it may have members. Name it again.`,
      { cause: error },
    );
  }
}

const missing = (before: Registered, now: FurtherLedger | undefined) =>
  new ConfigProblem(
    `${nameOf(before)} has members or accounts, and FLORIN_LEDGERS ${now ? `names ${now.where} in its place` : 'does not name it'}. Name it again.`,
  );
