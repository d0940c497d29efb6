/** A PostgreSQL for the trials, and the functions of the ledger as it keeps them after every migration. */
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
  chmodSync(folder, 0o755); // as root the engine runs as another account, which must be able to enter
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const { host, port, user, database } = postgres.connection;
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const owner = openPool({ connectionString: url }, { role: null, size: 1 });
  await migrate(owner);
  // A function that never ends is no reason to wait for the test's own end.
  await owner.query(`alter role current_user set statement_timeout = '20s'`);
  // Each test makes a database and this one is thrown away: nothing in it has to survive a power cut.
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
