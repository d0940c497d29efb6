import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type DatabaseAddress, type Pool } from '../../../src/platform/database/pool.ts';
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/index.ts';
import { findPostmaster } from '../../../src/platform/embedded-postgres/pid-file.ts';
import { killPostgres, newDataFolder, type Death } from '../mortal-engine.ts';

/** A PostgreSQL server with one ledger. A watchdog restarts the server whenever it dies. */
export type LedgerEngine = {
  readonly number: number;
  readonly address: DatabaseAddress;
  readonly ownerPool: Pool;
  /** Resolves once the server works again. */
  readonly kill: (death: Death) => Promise<void>;
  /** Stops the server until it is started again. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Ends the server without a shutdown, and removes its data. */
  readonly endNow: () => void;
};

/** Starts PostgreSQL servers with an empty database each. The first server is for the main ledger. */
export async function startLedgerEngines(count: number): Promise<LedgerEngine[]> {
  const engines = await Promise.all(Array.from({ length: count }, (_, number) => startLedgerEngine(number)));
  // On SIGTERM, Vitest skips the end of a test, and does not wait for remaining work of this process.
  process.once('SIGTERM', () => {
    for (const { endNow } of engines) endNow();
    process.exit(143);
  });
  return engines;
}

async function startLedgerEngine(number: number): Promise<LedgerEngine> {
  const folder = newDataFolder();
  const launch = () => startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  let postgres = await launch();
  const ownerPool = openPool(postgres.connection, { role: null, size: 4 });
  // The servers of the ledgers sign in to each other, and peer authentication knows no name for their account.
  const admitAll = async () => {
    writeFileSync(path.join(postgres.folder, 'pg_hba.conf'), 'local all all trust\n');
    await ownerPool.query('select pg_reload_conf()');
  };
  await admitAll();
  return {
    number,
    address: postgres.connection,
    ownerPool,
    kill: async (death) => {
      await killPostgres(folder, death);
      await untilBack(ownerPool);
    },
    stop: () => postgres.stop(),
    start: async () => {
      postgres = await launch(); // which writes its files again
      await admitAll();
    },
    close: async () => {
      await ownerPool.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    endNow: () => {
      const found = findPostmaster(postgres.folder);
      if (found) process.kill(found.pid, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilBack(pool: Pool) {
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query('select');
      return;
    } catch (error) {
      if (attempt === 600) throw error;
      await sleep(100);
    }
  }
}
