/** Starts a PostgreSQL for the trials and reads the ledger's functions after all migrations. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export async function openLedgerDatabase(copy) {
  const source = (file) => import(pathToFileURL(path.join(copy, 'apps/server/src/platform', file)).href);
  const { startEmbeddedPostgres } = await source('embedded-postgres/index.ts');
  const { migrate } = await source('database/migrate.ts');
  const { openPool } = await source('database/pool.ts');
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-mutants-database-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another account, which needs access
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const { host, port, user, database } = postgres.connection;
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const owner = openPool({ connectionString: url }, { role: null, size: 1 });
  await migrate(owner);
  // Ends functions that never return before the test's own timeout.
  await owner.query(`alter role current_user set statement_timeout = '20s'`);
  // Turns off these settings, because every test creates a database and this server is temporary. So no data must
  // survive a power cut.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await owner.query(`alter system set ${setting} = off`);
  await owner.query('select pg_reload_conf()');
  const functions = await functionsOf(owner);
  await owner.end();
  return {
    environment: { DATABASE_URL: url },
    functions,
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function functionsOf(owner) {
  const { rows } = await owner.query(
    `select proname as name, pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'ledger'::regnamespace and prokind = 'f' order by proname`,
  );
  return rows;
}
