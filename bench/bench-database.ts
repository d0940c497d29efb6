import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { openPool, type DatabaseAddress, type Pool } from '../apps/server/src/platform/database/pool.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/index.ts';
import { print } from './figures.ts';

export type BenchServer = {
  /** Creates a new database on the server that all contenders share. */
  readonly createDatabase: (name: string) => Promise<BenchDatabase>;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** The data folder. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
};

export type BenchDatabase = {
  readonly address: DatabaseAddress;
  /** The address for child processes. */
  readonly url: string;
  readonly ownerPool: Pool;
};

type Wanted = { readonly preload?: string; readonly ledgers?: boolean };

/**
 * Starts a separate PostgreSQL with default durability: fsync and synchronous_commit are on for all contenders.
 * `preload` is a library that PostgreSQL loads at its start. With `ledgers`, each of several servers can have a ledger.
 */
export async function startBenchServer({ preload, ledgers = false }: Wanted = {}): Promise<BenchServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-bench-'));
  chmodSync(folder, 0o755);
  const start = () => startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  let postgres = await start();
  if (preload !== undefined || ledgers) {
    const owner = openPool(postgres.connection, { role: null, size: 1 });
    if (preload !== undefined) await owner.query(`alter system set shared_preload_libraries = ${preload}`);
    if (ledgers) await owner.query('alter system set max_prepared_transactions = 100');
    await owner.end();
    await postgres.stop();
    postgres = await start();
  }
  const { host, port, user } = postgres.connection;
  const admin = openPool(postgres.connection, { role: null, size: 1 });
  if (ledgers) {
    // One server signs in at the other server. Peer authentication does not know the name of the first server's
    // account.
    writeFileSync(path.join(postgres.folder, 'pg_hba.conf'), 'local all all trust\n');
    await admin.query('select pg_reload_conf()');
  }
  await assertDurable(admin);
  await printHugePages(admin);
  await fillLog(admin);
  const pools: Pool[] = [];
  return {
    host,
    port,
    user,
    folder,
    createDatabase: async (name) => {
      await admin.query(`create database ${name}`);
      const address = { ...postgres.connection, database: name };
      const ownerPool = openPool(address, { role: null, size: 4 });
      pools.push(ownerPool);
      return { address, url: `postgres://${user}@localhost/${name}?host=${host}&port=${port}`, ownerPool };
    },
    stop: async () => {
      await Promise.all([...pools, admin].map((pool) => pool.end()));
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Fills the write-ahead log. After an hour, a server reuses existing log files. A new server has to create each log
 * file while all commits wait.
 */
async function fillLog(pool: Pool) {
  for (let file = 0; file < logFiles; file++) {
    await pool.query(`select pg_logical_emit_message(false, 'bench', 'a file begun')`);
    await pool.query('select pg_switch_wal()');
  }
  await pool.query('checkpoint');
}
/** The number of log files that the settings keep: 1 GB. */
const logFiles = 64;

/** Creates a database with the product's schema. */
export async function createProductDatabase(server: BenchServer, name: string): Promise<BenchDatabase> {
  const database = await server.createDatabase(name);
  await migrate(database.ownerPool);
  return database;
}

async function assertDurable(pool: Pool) {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await pool.query<Record<string, string>>(`show ${setting}`);
    if (rows[0]?.[setting] !== 'on')
      throw new Error(`${setting} is off. Turn it on, because the figures need default durability.`);
  }
}

/**
 * Prints whether huge pages are in use (docs/decisions/0047). Runs with huge pages are not comparable with runs without
 * huge pages.
 */
async function printHugePages(pool: Pool) {
  const { rows } = await pool.query<{ huge_pages_status: string }>('show huge_pages_status');
  print(`huge pages: ${rows[0]?.huge_pages_status}`);
}

/**
 * Waits until the price history of a new server is complete, because the backfill keeps the machine busy. The history
 * is complete when no candle arrives for five seconds.
 */
export async function waitForHistory(ownerPool: Pool) {
  for (let before = -1; ;) {
    const { rows } = await ownerPool.query<{ count: bigint }>('select count(*) from candles');
    const count = Number(rows[0]?.count);
    if (count > 0 && count === before) return;
    before = count;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }
}
