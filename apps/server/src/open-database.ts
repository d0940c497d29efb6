import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { migrate } from './platform/database/migrate.ts';
import { applicationRole, openPool, type DatabaseAddress, type Pool } from './platform/database/pool.ts';
import { watchDiskRoom } from './platform/disk-room.ts';
import { findRunning, isKnownByName, SERVER_LOGIN, startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import { makeLogin, openAsApplication } from './application-login.ts';
import { ConfigProblem, PassingProblem, type Config } from './config.ts';
import { explainMigration, waitForServer, withoutPassword } from './external-postgres.ts';
import { markMain, readInstallation } from './mark-installation.ts';
import type { OpenLedger } from './open-ledgers.ts';

export type Database = {
  /** Connects as the owner, only for migrations and marks. Keeps its connections until it is ended. */
  readonly ownerPool: Pool;
  /** Connects with the application role. */
  readonly pool: Pool;
  /** The further ledgers, by their numbers from 1 on: with the application role, and as their owners. */
  readonly ledgers: readonly Pool[];
  readonly ledgerOwners: readonly Pool[];
  /** Resolves when the embedded database stopped and could not be restarted. */
  readonly lost: Promise<Error>;
  /** The folder of the embedded database, which may be outside the data folder. */
  readonly folder: string | undefined;
  /** Is the disk of the embedded database nearly full? */
  readonly isDiskShort: () => boolean;
  readonly close: () => Promise<void>;
  /** Stops the embedded database, even while connections use it. Does nothing for an external database. */
  readonly stopEngine: () => Promise<void>;
};

/** A migrated database, open only as the owner. */
export type MigratedDatabase = Omit<Database, 'pool' | 'ledgers'> & {
  /** Opens the owner's connections before the process changes its user, because peer authentication depends on the user. */
  readonly holdOwner: () => Promise<void>;
  /** Opens the application's connections. The process signs in as its current user. */
  readonly openForWork: () => Promise<Database>;
};

/** Opens the configured database, migrated and marked with its mode, as owner and as application. */
export async function openDatabase(config: Config, say: (line: string) => void): Promise<Database> {
  const migrated = await migrateDatabase(config, say);
  return migrated.openForWork().catch(async (error: unknown) => {
    await migrated.close();
    throw error;
  });
}

const ownerConnections = 2;

/**
 * Opens the configured database and the further ledgers, migrated and marked with their mode, as owner. Calls `onLaunch`
 * when it has launched an embedded engine that does not answer yet.
 */
export async function migrateDatabase(
  config: Config,
  say: (line: string) => void,
  onLaunch?: () => void,
): Promise<MigratedDatabase> {
  const engine = await openEngine(config, say, onLaunch);
  if (config.mode === 'live') warnOfRisks(config, say);
  const ownerPool = openPool(engine.address, { role: null, size: ownerConnections, idleMs: 0 });
  const pools = [ownerPool];
  const close = async () => {
    await Promise.all(pools.map(async (pool) => pool.ended || pool.end()));
    await engine.stop();
  };
  try {
    const further = await prepareAll(ownerPool, config, { say, pools });
    const ledgerOwners = further.map((ledger) => ledger.ownerPool);
    const { lost, folder, isDiskShort, stop: stopEngine } = engine;
    const migrated = { ownerPool, ledgerOwners, lost, folder, isDiskShort, close, stopEngine };
    return {
      ...migrated,
      holdOwner: async () => void (await Promise.all([ownerPool, ...ledgerOwners].map(connectAll))),
      openForWork: async () => {
        const pool = await engine.openApplicationPool(ownerPool);
        pools.push(pool);
        const ledgers = further.length === 0 ? [] : await (await furtherLedgers()).openLedgersForWork(further);
        pools.push(...ledgers);
        return { ...migrated, pool, ledgers };
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connectAll(pool: Pool) {
  const clients = await Promise.all(Array.from({ length: ownerConnections }, () => pool.connect()));
  for (const client of clients) client.release();
}

/** Loaded only with further ledgers. */
const furtherLedgers = () => import('./open-ledgers.ts');

type Preparing = {
  readonly say: (line: string) => void;
  /** Collects the owners' pools, so that they are closed after a failure, too. */
  readonly pools: Pool[];
};

/**
 * Migrates and marks the main database and the further ledgers. Changes nothing before all databases answer and belong
 * together.
 */
async function prepareAll(ownerPool: Pool, config: Config, { say, pools }: Preparing): Promise<readonly OpenLedger[]> {
  if (config.ledgers.length === 0) {
    const marked = await prepareMain(ownerPool, config, say);
    if (marked.shards > 0) await (await furtherLedgers()).joinLedgers(ownerPool, [], { ...marked, say });
    return [];
  }
  const { openOwners, checkLedgers, joinLedgers } = await furtherLedgers();
  const further = openOwners(config, ownerConnections);
  pools.push(...further.map((ledger) => ledger.ownerPool));
  await checkLedgers(ownerPool, further, { mode: config.mode, say });
  const marked = await prepareMain(ownerPool, config, say);
  await joinLedgers(ownerPool, further, { ...marked, say });
  return further;
}

async function prepareMain(ownerPool: Pool, config: Config, say: (line: string) => void) {
  const where = config.databaseUrl && withoutPassword(config.migrationDatabaseUrl ?? config.databaseUrl);
  const ran = await migrate(ownerPool).catch((error: unknown) => explainMigration(error, where));
  if (ran.length > 0) say(`Migrated the database: ${ran.join(', ')}.`);
  return markMain(ownerPool, config.mode);
}

/**
 * Opens the database for a command. Uses the embedded engine of a running server, or else opens the database until the
 * command ends.
 *
 * @throws ConfigProblem if there is no embedded database, because the settings are then those of another installation
 */
export async function joinDatabase(
  config: Config,
  say: (line: string) => void,
): Promise<Pick<Database, 'pool' | 'ledgers' | 'close'>> {
  assertEmbeddedExists(config);
  const running = config.databaseUrl === undefined ? findRunning(config.dataDir) : undefined;
  if (!running) return openDatabase(config, say);
  const pool = openPool({ ...running, user: applicationRole }, { role: null, size: 4 });
  try {
    const ledgers = await (await furtherLedgers()).joinFurther(config, pool);
    return { pool, ledgers, close: async () => void (await Promise.all([pool, ...ledgers].map((one) => one.end()))) };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Opens the database for a command as the owner, without migrating it, for work on all rows such as a backup. */
export async function joinAsOwner(
  config: Config,
  say: (line: string) => void,
): Promise<Pick<Database, 'ownerPool' | 'close'>> {
  const running = config.databaseUrl === undefined ? findRunning(config.dataDir) : undefined;
  const engine = running ? undefined : await openEngine(config, say);
  const ownerPool = openPool(running ?? engine?.address ?? {}, { role: null, size: 2 });
  return {
    ownerPool,
    close: async () => {
      await ownerPool.end();
      await engine?.stop();
    },
  };
}

/**
 * Opens the database like `joinAsOwner`, but only if Florin has started on it before.
 *
 * @throws ConfigProblem if there is no such database
 */
export async function joinInstallation(
  config: Config,
  say: (line: string) => void,
): Promise<Pick<Database, 'ownerPool' | 'close'>> {
  assertEmbeddedExists(config);
  const database = await joinAsOwner(config, say);
  try {
    if (await readInstallation(database.ownerPool)) return database;
    throw new ConfigProblem('Florin has not started on this database yet. Start Florin with it first.');
  } catch (error) {
    await database.close();
    throw error;
  }
}

function assertEmbeddedExists({ databaseUrl, dataDir }: Config) {
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'postgres')))
    throw new ConfigProblem(
      `There is no database in ${dataDir}. Set FLORIN_DATA_DIR or DATABASE_URL as the server has it.`,
    );
}

type Engine = {
  readonly address: DatabaseAddress;
  readonly openApplicationPool: (ownerPool: Pool) => Promise<Pool>;
  readonly lost: Promise<Error>;
  readonly folder: string | undefined;
  readonly isDiskShort: () => boolean;
  readonly stop: () => Promise<void>;
};

async function openEngine(
  { databaseUrl, migrationDatabaseUrl, dataDir, dataDirChosen }: Config,
  say: (line: string) => void,
  onLaunch?: () => void,
): Promise<Engine> {
  if (databaseUrl === undefined) {
    const options = { dataDir, log: say, mayPlaceElsewhere: !dataDirChosen, onLaunch };
    const postgres = await startEmbeddedPostgres(options).catch((error: Error) => {
      // The message says why the embedded engine cannot start.
      throw new PassingProblem(error.message, { cause: error });
    });
    const room = await watchDiskRoom(postgres.folder, say);
    return {
      address: postgres.connection,
      openApplicationPool: (ownerPool) => openOnSocket(postgres.connection, ownerPool),
      lost: postgres.lost,
      folder: postgres.folder,
      isDiskShort: room.isShort,
      stop: () => {
        room.stop();
        return postgres.stop();
      },
    };
  }
  const owners = migrationDatabaseUrl ?? databaseUrl;
  const address = { connectionString: owners };
  const where = withoutPassword(owners);
  const setting = migrationDatabaseUrl === undefined ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL';
  say(`PostgreSQL ${await waitForServer(owners, { where, setting }, say)} at ${where}.`);
  return {
    address,
    openApplicationPool: (ownerPool) =>
      openAsApplication({
        ownerPool,
        migrationUrl: owners,
        databaseUrl: migrationDatabaseUrl && databaseUrl,
        where,
        settings: { login: 'DATABASE_URL', owner: 'MIGRATION_DATABASE_URL' },
      }),
    lost: new Promise(() => undefined),
    folder: undefined,
    isDiskShort: () => false, // the disk of an external database is unknown
    stop: async () => undefined,
  };
}

/** Signs in as the application role or a member of it, which cannot become the owner. */
async function openOnSocket(connection: DatabaseAddress, ownerPool: Pool): Promise<Pool> {
  if (isKnownByName()) return openPool({ ...connection, user: applicationRole }, { role: null, pipeline: true });
  // A password for this start, known only to this process. PostgreSQL stores only a verifier.
  const password = randomBytes(32).toString('base64url');
  await makeLogin(ownerPool, SERVER_LOGIN, password);
  return openPool({ ...connection, user: SERVER_LOGIN, password });
}

/** Prints warnings about risks. Commands that only an owner can run, such as a backup, do not print these warnings. */
function warnOfRisks({ databaseUrl, migrationDatabaseUrl, ledgers }: Config, say: (line: string) => void) {
  if (databaseUrl === undefined) say(embeddedWarning);
  else if (migrationDatabaseUrl === undefined) say(ownerWarning('DATABASE_URL', 'MIGRATION_DATABASE_URL'));
  if (ledgers.some((ledger) => ledger.migrationDatabaseUrl === undefined))
    say(ownerWarning('FLORIN_LEDGERS', 'FLORIN_MIGRATION_LEDGERS'));
}

const embeddedWarning =
  'Warning: the database is on the disk of this machine only, and the disk can fail. Back it up at least daily, to another machine (docs/operate/backup.md).';

const ownerWarning = (login: string, owner: string) =>
  `Warning: ${login} is the database's owner. Florin uses a separate login, but this process knows the owner's password. ` +
  `Name the owner in ${owner} and a login without its rights in ${login} (docs/operate/install.md).`;
