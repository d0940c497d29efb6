import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, UnusableSchema } from './platform/database/migrate.ts';
import { applicationRole, openPool, type DatabaseAddress, type Pool } from './platform/database/pool.ts';
import { sqlState } from './platform/database/transact.ts';
import { isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { watchDiskRoom } from './platform/disk-room.ts';
import { addressesIn } from './platform/database/several-hosts.ts';
import { findRunning, isKnownByName, SERVER_LOGIN, startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import { makeLogin, openAsApplication } from './application-login.ts';
import { ConfigProblem, PassingProblem, type Config, type Mode } from './config.ts';

export type Database = {
  /** Connects as the owner: migrations and marks, nothing else. It keeps its connections until it is ended. */
  readonly ownerPool: Pool;
  /** Connects as the application's role. */
  readonly pool: Pool;
  /** Resolves when the embedded database died and could not be brought back. */
  readonly lost: Promise<Error>;
  /** Where the embedded database lies, which may be outside of the data folder. */
  readonly folder: string | undefined;
  /** The embedded database's disk is all but full. */
  readonly isDiskShort: () => boolean;
  readonly close: () => Promise<void>;
  /** Ends the embedded database under whoever uses it still; one elsewhere is not ours to stop. */
  readonly stopEngine: () => Promise<void>;
};

/** Open as the owner alone. */
export type MigratedDatabase = Omit<Database, 'pool'> & {
  /** Opens what the owner still has to do, so that it can be done as another user: the kernel tells PostgreSQL who connects. */
  readonly holdOwner: () => Promise<void>;
  /** Opens it as the application. This process signs in as the user that it is by then. */
  readonly openForWork: () => Promise<Database>;
};

/** The database the config names, migrated, marked with its mode, and open as owner and as application. */
export async function openDatabase(config: Config, say: (line: string) => void): Promise<Database> {
  const migrated = await migrateDatabase(config, say);
  return migrated.openForWork().catch(async (error: unknown) => {
    await migrated.close();
    throw error;
  });
}

const ownerConnections = 2;

/** The database the config names, migrated, marked with its mode, and open as owner. */
export async function migrateDatabase(config: Config, say: (line: string) => void): Promise<MigratedDatabase> {
  const engine = await openEngine(config, say);
  const ownerPool = openPool(engine.address, { role: null, size: ownerConnections, idleMs: 0 });
  const pools = [ownerPool];
  const close = async () => {
    await Promise.all(pools.map(async (pool) => pool.ended || pool.end()));
    await engine.stop();
  };
  try {
    const ran = await migrate(ownerPool).catch((error: unknown) => explain(error, config));
    if (ran.length > 0) say(`Migrated the database: ${ran.join(', ')}`);
    await markMode(ownerPool, config.mode);
  } catch (error) {
    await close();
    throw error;
  }
  const { lost, folder, isDiskShort, stop: stopEngine } = engine;
  const migrated = { ownerPool, lost, folder, isDiskShort, close, stopEngine };
  return {
    ...migrated,
    holdOwner: async () => {
      const clients = await Promise.all(Array.from({ length: ownerConnections }, () => ownerPool.connect()));
      for (const client of clients) client.release();
    },
    openForWork: async () => {
      const pool = await engine.openApplicationPool(ownerPool);
      pools.push(pool);
      return { ...migrated, pool };
    },
  };
}

function explain(error: unknown, { databaseUrl, migrationDatabaseUrl }: Config): never {
  if (error instanceof UnusableSchema) throw new ConfigProblem(error.message, { cause: error });
  if (databaseUrl === undefined || !(error instanceof Error)) throw error;
  const where = withoutPassword(migrationDatabaseUrl ?? databaseUrl);
  if (sqlState(error) === mayNot)
    throw new PassingProblem(
      `The user of PostgreSQL at ${where} lacks a right that the schema needs (${error.message}). ` +
        'It has to own the database and be allowed to create roles: alter database … owner to …; alter role … createrole.',
      { cause: error },
    );
  if (sqlState(error) !== readOnly) throw error;
  // Nobody looks for a standby where one host is named: a backup is taken from one so.
  const message = `PostgreSQL at ${where} takes no writes: it is a standby, or was told to take none.`;
  throw new PassingProblem(message, { cause: error });
}

/** read_only_sql_transaction */
const readOnly = '25006';

/** insufficient_privilege */
const mayNot = '42501';

/**
 * The same for a command beside the server: joins the embedded engine of a server that runs, and else opens the database
 * for as long as the command takes.
 */
export async function joinDatabase(
  config: Config,
  say: (line: string) => void,
): Promise<Pick<Database, 'pool' | 'close'>> {
  const running = config.databaseUrl === undefined ? findRunning(config.dataDir) : undefined;
  if (!running) return openDatabase(config, say);
  const pool = openPool({ ...running, user: applicationRole }, { role: null, size: 4 });
  return { pool, close: () => pool.end() };
}

/** The same as the owner, with the schema as it is: for what is about all rows, such as a backup. */
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

type Engine = {
  readonly address: DatabaseAddress;
  readonly openApplicationPool: (ownerPool: Pool) => Promise<Pool>;
  readonly lost: Promise<Error>;
  readonly folder: string | undefined;
  readonly isDiskShort: () => boolean;
  readonly stop: () => Promise<void>;
};

async function openEngine(
  { databaseUrl, migrationDatabaseUrl, mode, dataDir, dataDirChosen }: Config,
  say: (line: string) => void,
): Promise<Engine> {
  if (databaseUrl === undefined) {
    const postgres = await startEmbeddedPostgres({ dataDir, log: say, mayPlaceElsewhere: !dataDirChosen }).catch(
      (error: Error) => {
        // Whatever keeps the embedded engine from starting is said in a sentence for whoever starts Florin.
        throw new PassingProblem(error.message, { cause: error });
      },
    );
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
  say(`PostgreSQL ${await serverVersion(address, where, say)} at ${where}`);
  if (mode === 'live' && migrationDatabaseUrl === undefined) say(oneAddress);
  return {
    address,
    openApplicationPool: (ownerPool) =>
      openAsApplication({
        ownerPool,
        migrationUrl: owners,
        databaseUrl: migrationDatabaseUrl && databaseUrl,
        where,
      }),
    lost: new Promise(() => undefined),
    folder: undefined,
    isDiskShort: () => false, // a disk elsewhere is not ours to see
    stop: async () => undefined,
  };
}

/** Signed in as the application's role or a member of it: there is no way back to the owner. */
async function openOnSocket(connection: DatabaseAddress, ownerPool: Pool): Promise<Pool> {
  if (isKnownByName()) return openPool({ ...connection, user: applicationRole }, { role: null, pipeline: true });
  // Of this start alone, and in this process alone: PostgreSQL keeps a verifier of it.
  const password = randomBytes(32).toString('base64url');
  await makeLogin(ownerPool, SERVER_LOGIN, password);
  return openPool({ ...connection, user: SERVER_LOGIN, password });
}

const oldestVersion = 15;

const oneAddress =
  "Warning: DATABASE_URL is the database's owner. Florin works as a login of its own all the same, but this process holds the owner's password. " +
  'Name the owner in MIGRATION_DATABASE_URL and a login without its rights in DATABASE_URL (docs/operate/install.md).';

/** A database that starts with the machine may need longer than Florin does. */
const patienceMs = 30_000;

async function serverVersion(address: DatabaseAddress, where: string, say: (line: string) => void): Promise<string> {
  const pool = openPool(address, { role: null, size: 1 });
  try {
    const ask = () => pool.query<{ server_version: string }>('show server_version');
    const hosts = addressesIn(address.connectionString ?? '').length;
    const { rows } = await untilItAnswers(ask, { hosts, where }, say);
    const version = rows[0]?.server_version ?? '0';
    if (Number.parseInt(version, 10) < oldestVersion)
      throw new ConfigProblem(`DATABASE_URL is PostgreSQL ${version}; Florin needs ${oldestVersion} or later.`);
    return version;
  } finally {
    await pool.end();
  }
}

/** Each host is asked in turn, as one may be away, or the standby; and all of them again each second. */
async function untilItAnswers<Answer>(
  ask: () => Promise<Answer>,
  { hosts, where }: { readonly hosts: number; readonly where: string },
  say: (line: string) => void,
): Promise<Answer> {
  const until = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const reason = error.message || sqlState(error);
      if (!isDatabaseUnavailable(error)) throw new PassingProblem(refusedBy(where, reason), { cause: error });
      if (performance.now() > until)
        throw new PassingProblem(
          `Cannot connect to PostgreSQL at ${where} (${reason}). Check DATABASE_URL and that the server accepts connections.`,
          { cause: error },
        );
      if (attempt % hosts !== 0) continue;
      if (attempt === hosts) say(`Waiting for PostgreSQL at ${where}, up to half a minute: ${reason}`);
      await sleep(1_000);
    }
  }
}

const refusedBy = (where: string, reason: string | undefined) =>
  `PostgreSQL at ${where} refuses the login (${reason}). Check the user, the password and the database in DATABASE_URL.`;

function withoutPassword(url: string): string {
  const found = addressesIn(url).map((address) => URL.parse(address));
  const [first] = found;
  if (!first) return 'the address in DATABASE_URL';
  return `${found.map((address) => address?.host).join(',')}${first.pathname}`;
}

/** A ledger that was opened in sandbox stays sandbox for ever: its money was never real. */
async function markMode(ownerPool: Pool, mode: Mode) {
  await ownerPool.query('insert into installation (mode) values ($1) on conflict do nothing', [mode]);
  const { rows } = await ownerPool.query<{ mode: Mode }>('select mode from installation');
  const marked = rows[0]?.mode;
  if (marked !== mode)
    throw new ConfigProblem(
      `This database was opened in ${marked} mode and stays so for ever; it cannot be started in ${mode} mode.`,
    );
}
