import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/platform/database/migrate.ts';
import { applicationRole, openPool, type DatabaseAddress, type Pool } from '../src/platform/database/pool.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { copyFolder, copyUnusedCluster } from './unused-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The server to clone databases on, the migrated database to clone, and a folder with an unused cluster to copy.
     */
    postgres: { address: DatabaseAddress; template: string; cluster: string | undefined };
  }
}

/**
 * Starts one real PostgreSQL for the whole run: the server of DATABASE_URL, or an embedded one in a temporary folder.
 */
export async function setup(project: TestProject) {
  const engine = await openEngine();
  const template = `florin_test_${randomUUID().slice(0, 8)}`;
  const admin = openPool(engine.address, { role: null, size: 1 });
  await admin.query(`create database ${template}`);
  const owner = openPool(onDatabase(engine.address, template), { role: null, size: 1 });
  await migrate(owner);
  await owner.query(`insert into installation (mode) values ('sandbox')`);
  if (!engine.isShared) await makeReader(owner);
  await owner.end();
  project.provide('postgres', { address: engine.address, template, cluster: engine.cluster });
  cleanUp = async () => {
    if (engine.isShared) await dropDatabases(admin, template);
    await admin.end();
    await engine.stop();
  };
}

let cleanUp = async () => {};

export async function teardown() {
  await cleanUp();
}

/** The settings of the tests' engine, and of the clusters that tests copy. */
const settings = `
# Faster here: each database is used only briefly, and few pages are reused.
shared_buffers = '128MB'
# Several ledgers end transactions together.
max_prepared_transactions = 50
# A server on two ledgers has about a hundred connections, with those by which one database reads the other.
max_connections = 500
`;

type Engine = {
  readonly address: DatabaseAddress;
  /** The server keeps running after the tests, and keeps its data. */
  readonly isShared: boolean;
  readonly cluster: string | undefined;
  readonly stop: () => Promise<void>;
};

async function openEngine(): Promise<Engine> {
  const url = process.env['DATABASE_URL'];
  if (url)
    return { address: { connectionString: url }, isShared: true, cluster: undefined, stop: async () => undefined };
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-test-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another account, which needs access
  const cluster = path.join(folder, 'unused');
  await copyUnusedCluster(folder, cluster);
  appendFileSync(path.join(cluster, 'postgresql.auto.conf'), settings);
  copyFolder(cluster, path.join(folder, 'postgres'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  admitReader(path.join(postgres.folder, 'pg_hba.conf'));
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // vitest skips its teardown on SIGTERM, so this handler stops PostgreSQL.
  process.once('SIGTERM', () => void stop().finally(() => process.exit(143)));
  return { address: postgres.connection, isShared: false, cluster, stop };
}

/** The login with which one database of a test reads the books of another. */
export const reader = 'ledger_reader';

/**
 * Admits the reader without authentication: PostgreSQL itself signs in, and peer authentication knows no name for its
 * account. Servers that tests start have separate readers.
 */
function admitReader(file: string) {
  writeFileSync(file, `local all ${reader},"/^florin_reader_" trust\n${readFileSync(file, 'utf8')}`);
}

async function makeReader(owner: Pool) {
  await owner.query(`create role ${reader} login`);
  await owner.query(`grant ${applicationRole} to ${reader}`);
  await owner.query('select pg_reload_conf()');
}

/** Returns the address of another database on the same server. */
export function onDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (address.connectionString === undefined) return { ...address, database };
  const url = new URL(address.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.toString() };
}

async function dropDatabases(admin: ReturnType<typeof openPool>, prefix: string) {
  const { rows } = await admin.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1) order by datname desc',
    [prefix],
  );
  for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`);
}
