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
 * The ways in which PostgreSQL dies by kill -9: all processes at once; only the postmaster, whose children then exit;
 * or one backend, after which PostgreSQL disconnects all clients and recovers.
 */
export const deaths = ['everything', 'postmaster', 'backend'] as const;
export type Death = (typeof deaths)[number];

export type MortalEngine = {
  readonly address: DatabaseAddress;
  readonly ownerPool: Pool;
  /** Resolves once the processes are dead. The watchdog starts PostgreSQL again. */
  readonly kill: (death: Death) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts a separate PostgreSQL with an empty database. A watchdog restarts PostgreSQL whenever it dies. */
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

/** Creates a data folder. As root, PostgreSQL runs as another account, which needs access. */
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
    await sleep(50); // no connection yet, or it just ended
  }
  throw new Error('PostgreSQL had no process to kill for 30 seconds');
}

/** Waits for the postmaster, which is missing during a restart. */
async function untilFound(cluster: string): Promise<number> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const found = findPostmaster(cluster);
    if (found) return found.pid;
    await sleep(50);
  }
  throw new Error('PostgreSQL did not restart within 30 seconds');
}

/** Lists child processes asynchronously, because this process's calls must continue until the kill. */
async function childrenOf(pid: number, more: readonly string[] = []): Promise<number[]> {
  try {
    const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid), ...more]);
    return stdout.trim().split('\n').map(Number);
  } catch {
    return []; // pgrep exits with 1 without a match
  }
}

/** Kills the process. Returns false if it has already ended. */
function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
