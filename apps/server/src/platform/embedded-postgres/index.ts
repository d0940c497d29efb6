import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { freeBytes } from '../disk-room.ts';
import { chooseAccount, type Account } from './account.ts';
import { findBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { type Connection, ensureDatabase } from './connection.ts';
import { claimFolder } from './folder-lock.ts';
import { placeCluster } from './placement.ts';
import { type Engine, adoptOrStop, launchPostmaster, stopPostmaster } from './postmaster.ts';
import { chooseSocketFolder, prepareSocketFolder, removeSocketFolder } from './socket-folder.ts';
import { folderSentence } from './start-sentences.ts';
import { supervise } from './supervisor.ts';

export { accountInPlaceOfRoot, chooseAccount, isKnownByName, nameOf } from './account.ts';
export { findRunning } from './running.ts';
export { SERVER_LOGIN } from './settings.ts';
export type { Account, Connection };

/** The size of two write-ahead log files, which recovery needs at its end. */
const bytesToStart = 32 * 1024 * 1024;

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: (line: string) => void;
  /**
   * Root runs PostgreSQL as another account, which cannot enter a folder below /root, for example. True then places the
   * cluster in /var/lib/florin and leaves a link. False rejects such a folder: a folder that an operator chose, such as a
   * volume, must hold the data itself.
   */
  mayPlaceElsewhere?: boolean;
  /** Called when a new engine runs, but does not answer yet: the time for other work. */
  onLaunch?: (() => void) | undefined;
};

export type RunningPostgres = {
  /** `host` is the folder of the Unix socket, as `pg` expects it. */
  connection: Connection;
  version: string;
  folder: string;
  /** Resolves when PostgreSQL stopped and could not be restarted, but never after `stop`. */
  lost: Promise<Error>;
  stop(): Promise<void>;
};

/**
 * Runs PostgreSQL in `dataDir`/postgres. Creates the cluster at the first start, adopts an engine that a killed server
 * left running, and restarts an engine that stops. Throws a message for the operator on failure.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<RunningPostgres> {
  const { log, onLaunch } = options;
  const dataDir = path.resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
    throw new Error(folderSentence(dataDir, error), { cause: error });
  });
  const account = chooseAccount(path.join(dataDir, 'postgres'));
  const lock = claimFolder(dataDir);
  try {
    const folder = await placeCluster({ dataDir, account, mayPlaceElsewhere: options.mayPlaceElsewhere ?? false, log });
    const binaries = await findBinaries(account, log);
    const socketFolder = chooseSocketFolder(folder, account);
    const connection: Connection = { host: socketFolder, port: 5432, user: 'postgres', database: 'florin' };

    // An engine that runs as another account would lose access to its files while it writes.
    if (hasAnotherOwner(folder, account)) await adoptOrStop({ folder, connection, mayAdopt: false, log });
    const { settingsChanged } = await prepareCluster({ folder, binaries, account, socketFolder, log });
    prepareSocketFolder(socketFolder, account);
    const launch = (): Promise<Engine> => launchPostmaster({ folder, binaries, account, connection, log, onLaunch });
    const adopted = await adoptOrStop({ folder, connection, mayAdopt: !settingsChanged, log });
    const engine = adopted ?? (await launch());
    const version = await openDatabase(engine, connection);
    log(`PostgreSQL ${version} (embedded${account === undefined ? '' : `, as ${account.name}`}) in ${folder}`);

    const supervisor = supervise(
      engine,
      launch,
      log,
      async () => ((await freeBytes(folder)) ?? bytesToStart) < bytesToStart,
    );
    const stop = async (): Promise<void> => {
      await supervisor.stop();
      await removeSocketFolder(socketFolder);
      lock.release();
    };
    return { connection, version, folder, lost: supervisor.lost, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const hasAnotherOwner = (folder: string, account: Account | undefined): boolean => {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  return account !== undefined && owner !== undefined && owner !== account.uid;
};

async function openDatabase(engine: Engine, connection: Connection): Promise<string> {
  try {
    return await ensureDatabase(connection);
  } catch (error) {
    await stopPostmaster(engine);
    throw error;
  }
}
