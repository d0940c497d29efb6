import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openPool, type DatabaseAddress, type Pool } from '../../src/platform/database/pool.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.ts';
import { findPostmaster } from '../../src/platform/embedded-postgres/pid-file.ts';
import { copyCluster } from '../copy-cluster.ts';

/**
 * How a PostgreSQL dies by kill -9: the whole of it at once; its head, and the others notice; or one of its hands, and
 * it throws everybody out and recovers.
 */
export const deaths = ['everything', 'postmaster', 'backend'] as const;
export type Death = (typeof deaths)[number];

export type MortalEngine = {
  readonly address: DatabaseAddress;
  readonly ownerPool: Pool;
  /** Resolves once it is dead. It is started again by who watches over it. */
  readonly kill: (death: Death) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A PostgreSQL of the test's own, with an empty database, that is started again whenever it dies. */
export async function startMortalEngine(): Promise<MortalEngine> {
  const folder = newDataFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const ownerPool = openPool(postgres.connection, { role: null, size: 4 });
  return {
    address: postgres.connection,
    ownerPool,
    kill: (death) => killPostgres(folder, death),
    close: async () => {
      await ownerPool.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As root the engine runs as another account, which must be able to enter. */
export function newDataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-mortal-'));
  chmodSync(folder, 0o755);
  copyCluster(folder);
  return folder;
}

export async function killPostgres(dataDir: string, death: Death) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const postmaster = await untilFound(realpathSync(path.join(dataDir, 'postgres')));
    const dying = await {
      everything: async () => [postmaster, ...(await childrenOf(postmaster))],
      postmaster: () => [postmaster],
      backend: async () => (await childrenOf(postmaster, ['-f', String.raw`\[local\]`])).slice(-1), // the newest connection
    }[death]();
    if (dying.map(end).includes(true)) return;
    await sleep(50); // there is no connection, or it has just ended by itself
  }
  throw new Error('there was nothing to kill');
}

/** While it is being started again there is nothing to kill yet. */
async function untilFound(cluster: string): Promise<number> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const found = findPostmaster(cluster);
    if (found) return found.pid;
    await sleep(50);
  }
  throw new Error('PostgreSQL does not come back');
}

/** Asked without waiting, because calls made by the same process have to go on until the kill. */
async function childrenOf(pid: number, more: readonly string[] = []): Promise<number[]> {
  try {
    const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid), ...more]);
    return stdout.trim().split('\n').map(Number);
  } catch {
    return []; // pgrep ends with 1 where there are none
  }
}

/** Kills the process. Returns false where it has already ended. */
function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
