import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from './platform/database/migrate.ts';
import { UnusableSchema } from './platform/database/schema-files.ts';
import { applicationRole, openPool, type DatabaseAddress, type Pool } from './platform/database/pool.ts';
import { sqlState } from './platform/database/transact.ts';
import { isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { watchDiskRoom } from './platform/disk-room.ts';
import { addressesIn } from './platform/database/several-hosts.ts';
import { findRunning, isKnownByName, SERVER_LOGIN, startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import { makeLogin, openAsApplication } from './application-login.ts';
import { ConfigProblem, PassingProblem, type Config, type Mode } from './config.ts';

export type Database = {
  /** Connects as the owner, only for migrations and marks. Keeps its connections until it is ended. */
  readonly ownerPool: Pool;
  /** Connects with the application role. */
  readonly pool: Pool;
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
export type MigratedDatabase = Omit<Database, 'pool'> & {
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

/** Opens the configured database, migrated and marked with its mode, as owner. */
export async function migrateDatabase(config: Config, say: (line: string) => void): Promise<MigratedDatabase> {
  const engine = await openEngine(config, say);
  if (config.mode === 'live') warnOfRisks(config, say);
  const ownerPool = openPool(engine.address, { role: null, size: ownerConnections, idleMs: 0 });
  const pools = [ownerPool];
  const close = async () => {
    await Promise.all(pools.map(async (pool) => pool.ended || pool.end()));
    await engine.stop();
  };
  try {
    const ran = await migrate(ownerPool).catch((error: unknown) => explain(error, config));
    if (ran.length > 0) say(`Migrated the database: ${ran.join(', ')}.`);
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
  if (sqlState(error) === insufficientPrivilege)
    throw new PassingProblem(
      `The user of PostgreSQL at ${where} lacks a right that the schema needs (${error.message}). ` +
        'It must own the database and be allowed to create roles: alter database … owner to …; alter role … createrole.',
      { cause: error },
    );
  if (sqlState(error) !== readOnly) throw error;
  // With a single host a standby is accepted, because backups can be taken from it.
  const message = `PostgreSQL at ${where} is read-only: it is a standby, or configured as read-only. Use the primary.`;
  throw new PassingProblem(message, { cause: error });
}

/** read_only_sql_transaction */
const readOnly = '25006';

/** insufficient_privilege */
const insufficientPrivilege = '42501';

/**
 * Opens the database for a command. Uses the embedded engine of a running server, or else opens the database until the
 * command ends.
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
): Promise<Engine> {
  if (databaseUrl === undefined) {
    const postgres = await startEmbeddedPostgres({ dataDir, log: say, mayPlaceElsewhere: !dataDirChosen }).catch(
      (error: Error) => {
        // The message says why the embedded engine cannot start.
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
  const setting = migrationDatabaseUrl === undefined ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL';
  say(`PostgreSQL ${await serverVersion(address, { where, setting }, say)} at ${where}.`);
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

/** Not said by commands that only an owner can run, such as a backup. */
function warnOfRisks({ databaseUrl, migrationDatabaseUrl }: Config, say: (line: string) => void) {
  if (databaseUrl === undefined) say(embeddedWarning);
  else if (migrationDatabaseUrl === undefined) say(ownerWarning);
}

const embeddedWarning =
  'Warning: the database is on the disk of this machine only, and the disk can fail. Back it up at least daily, to another machine (docs/operate/backup.md).';

const minVersion = 15;

const ownerWarning =
  "Warning: DATABASE_URL is the database's owner. Florin uses a separate login, but this process knows the owner's password. " +
  'Name the owner in MIGRATION_DATABASE_URL and a login without its rights in DATABASE_URL (docs/operate/install.md).';

/** A database on the same machine may take longer to start than Florin. */
const timeoutMs = 30_000;

/** The place of a database without its password, and the setting that names it. */
type Place = { readonly where: string; readonly setting: string };

async function serverVersion(address: DatabaseAddress, place: Place, say: (line: string) => void): Promise<string> {
  const pool = openPool(address, { role: null, size: 1 });
  try {
    const ask = () => pool.query<{ server_version: string }>('show server_version');
    const hosts = addressesIn(address.connectionString ?? '').length;
    const { rows } = await retryUntilConnected(ask, { ...place, hosts }, say);
    const version = rows[0]?.server_version ?? '0';
    if (Number.parseInt(version, 10) < minVersion)
      throw new ConfigProblem(`${place.setting} is PostgreSQL ${version}. Florin needs ${minVersion} or later.`);
    return version;
  } finally {
    await pool.end();
  }
}

/** Tries the hosts in turn, because one may be down or a standby, and repeats after a second, for up to 30 seconds. */
async function retryUntilConnected<Answer>(
  ask: () => Promise<Answer>,
  { hosts, where, setting }: Place & { readonly hosts: number },
  say: (line: string) => void,
): Promise<Answer> {
  const until = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const reason = error.message || sqlState(error);
      if (!isDatabaseUnavailable(error))
        throw new PassingProblem(loginRejected({ where, setting }, reason), { cause: error });
      if (performance.now() > until)
        throw new PassingProblem(
          `Cannot connect to PostgreSQL at ${where} (${reason}). Check ${setting} and that the server accepts connections.`,
          { cause: error },
        );
      if (attempt % hosts !== 0) continue;
      if (attempt === hosts) say(`Waiting for PostgreSQL at ${where}, up to 30 seconds: ${reason}.`);
      await sleep(1_000);
    }
  }
}

const loginRejected = ({ where, setting }: Place, reason: string | undefined) =>
  `PostgreSQL at ${where} rejects the login (${reason}). Check the user, the password and the database in ${setting}.`;

function withoutPassword(url: string): string {
  const found = addressesIn(url).map((address) => URL.parse(address));
  const [first] = found;
  if (!first) return 'the address in DATABASE_URL';
  return `${found.map((address) => address?.host).join(',')}${first.pathname}`;
}

/** A sandbox database can never become live, because its money was never real. */
async function markMode(ownerPool: Pool, mode: Mode) {
  await ownerPool.query('insert into installation (mode) values ($1) on conflict do nothing', [mode]);
  const { rows } = await ownerPool.query<{ mode: Mode }>('select mode from installation');
  const marked = rows[0]?.mode;
  if (marked !== mode)
    throw new ConfigProblem(
      `This database was created in ${marked} mode and cannot be used in ${mode} mode. Use another database.`,
    );
}
