import { openAsApplication, passwordOf, readOwner, withLogin } from './application-login.ts';
import {
  assertAllNamed,
  assertAllOwn,
  assertDistinct,
  assertNotOlder,
  claimLedger,
  isOwnLedger,
  registerLedgers,
  type FurtherLedger,
} from './claim-ledgers.ts';
import type { LedgerAddress } from './config-ledgers.ts';
import { ConfigProblem, PassingProblem, type Config, type Mode } from './config.ts';
import { explainMigration, insufficientPrivilege, waitForServer, withoutPassword } from './external-postgres.ts';
import { makeReader, readerName, readOnce, showAllBooks, spreadSlots } from './ledger/index.ts';
import { readInstallation, type Installation } from './mark-installation.ts';
import { UnusableSchema } from './platform/database/schema-files.ts';
import { migrate } from './platform/database/migrate.ts';
import { openPool, type Pool } from './platform/database/pool.ts';
import { scramVerifier } from './platform/database/scram-verifier.ts';
import { sqlState } from './platform/database/transact.ts';

/** A further ledger with the owner's address and the login's address, if the two differ. */
export type OpenLedger = FurtherLedger & { readonly ownerUrl: string; readonly loginUrl: string | undefined };

/** Opens the databases of FLORIN_LEDGERS as their owners, without a connection yet. */
export const openOwners = ({ ledgers }: Pick<Config, 'ledgers'>, connections: number): OpenLedger[] =>
  ledgers.map((address, i) => ({ ...placeOf(address, i), ownerPool: ownerPoolOf(address, connections) }));

function placeOf({ databaseUrl, migrationDatabaseUrl }: LedgerAddress, i: number) {
  const ownerUrl = migrationDatabaseUrl ?? databaseUrl;
  return {
    number: i + 1,
    ownerUrl,
    loginUrl: migrationDatabaseUrl && databaseUrl,
    where: withoutPassword(ownerUrl),
  };
}

const ownerPoolOf = ({ databaseUrl, migrationDatabaseUrl }: LedgerAddress, size: number) =>
  openPool({ connectionString: migrationDatabaseUrl ?? databaseUrl }, { role: null, size, idleMs: 0 });

type Checking = { readonly mode: Mode; readonly say: (line: string) => void };

/**
 * Waits for all further ledgers, and migrates the ones that belong to this installation already. Migrates further
 * ledgers before the main database, whose views read them.
 *
 * @throws ConfigProblem if one of the databases cannot be a ledger of this installation. None is changed then.
 */
export async function checkLedgers(main: Pool, ledgers: readonly OpenLedger[], { mode, say }: Checking): Promise<void> {
  await waitForLedgers(ledgers, say);
  await assertDistinct(main, ledgers);
  const installation = await readInstallation(main);
  const own: OpenLedger[] = [];
  for (const ledger of ledgers) if (await isOwnLedger(ledger, installation?.id, mode)) own.push(ledger);
  for (const ledger of own) await migrateLedger(ledger, say);
}

async function waitForLedgers(ledgers: readonly OpenLedger[], say: Checking['say']): Promise<void> {
  const versions = await Promise.all(
    ledgers.map(({ ownerUrl, loginUrl, where, number }) =>
      waitForServer(ownerUrl, { where, setting: settingOf(number, loginUrl !== undefined) }, say),
    ),
  );
  for (const [i, ledger] of ledgers.entries()) {
    await assertPrepares(ledger);
    say(`Ledger ${ledger.number}: PostgreSQL ${versions[i]} at ${ledger.where}.`);
  }
}

const settingOf = (number: number, hasLogin: boolean) =>
  `address ${number} of ${hasLogin ? 'FLORIN_MIGRATION_LEDGERS' : 'FLORIN_LEDGERS'}`;

/** A command that changes several ledgers prepares each further one, and then commits in all (ledger/shards/prepared.ts). */
async function assertPrepares({ number, where, ownerPool }: OpenLedger) {
  const { rows } = await ownerPool.query<{ max_prepared_transactions: string }>('show max_prepared_transactions');
  if (rows[0]?.max_prepared_transactions === '0')
    throw new ConfigProblem(
      `Ledger ${number} (${where}) cannot prepare transactions. Set max_prepared_transactions = 100 in its postgresql.conf and restart PostgreSQL.`,
    );
}

type Joining = Pick<Installation, 'id' | 'mode'> & Pick<Checking, 'say'>;

/**
 * Makes the databases further ledgers of the main one: migrates new databases, numbers them, and lets the main database
 * read them. A new installation spreads its members over all ledgers; ledgers that are added later begin without
 * members.
 *
 * @throws ConfigProblem if a ledger with members or accounts is missing, or is older than the main database
 */
export async function joinLedgers(
  main: Pool,
  ledgers: readonly OpenLedger[],
  { id, mode, say }: Joining,
): Promise<void> {
  const ids: string[] = [];
  for (const ledger of ledgers) {
    await migrateLedger(ledger, say);
    ids.push((await claimLedger(ledger, id, mode)).id);
    await assertNotOlder(main, ledger);
  }
  await registerLedgers(main, ledgers, ids);
  if (ledgers.length > 0) await spreadSlots(main, ledgers.length + 1);
  await linkLedgers(main, ledgers);
}

async function migrateLedger({ ownerPool, number, where }: OpenLedger, say: (line: string) => void) {
  const ran = await migrate(ownerPool).catch((error: unknown) => {
    if (error instanceof UnusableSchema)
      throw new ConfigProblem(`Ledger ${number} (${where}): ${error.message}`, { cause: error });
    return explainMigration(error, where);
  });
  if (ran.length > 0) say(`Migrated ledger ${number}: ${ran.join(', ')}.`);
}

/** Lets the main database read the further ledgers, each with a login that can only read. */
async function linkLedgers(main: Pool, ledgers: readonly OpenLedger[]): Promise<void> {
  const addresses: string[] = [];
  for (const ledger of ledgers) addresses.push(await readerOf(ledger));
  await showAllBooks(
    main,
    addresses.map((connectionString) => ({ connectionString })),
  ).catch((error: unknown) => {
    if (sqlState(error) !== insufficientPrivilege || !(error instanceof Error)) throw error;
    throw new PassingProblem(
      `The owner of the main database may not read other databases (${error.message}). Run as a superuser in the main database: ` +
        'create extension postgres_fdw; grant usage on foreign data wrapper postgres_fdw to … (its owner).',
      { cause: error },
    );
  });
  for (const ledger of ledgers) await assertReadable(main, ledger);
}

/** Returns the address for the login that reads a ledger. Creates the login, or changes its password, if necessary. */
async function readerOf({ ownerPool, ownerUrl, number, where }: OpenLedger): Promise<string> {
  const name = await readerName(ownerPool);
  const owner = await readOwner(ownerPool);
  const password = owner.password === undefined ? undefined : passwordOf(owner.password, name);
  const address = withLogin(ownerUrl, name, password);
  if (!(await canRead(address)))
    await makeReader(ownerPool, password === undefined ? null : scramVerifier(password)).catch((error: unknown) => {
      if (sqlState(error) !== insufficientPrivilege || !(error instanceof Error)) throw error;
      throw new ConfigProblem(
        `The owner of ledger ${number} (${where}) may not create the login that reads it (${error.message}). Run as a superuser: alter role … createrole.`,
        { cause: error },
      );
    });
  return address;
}

/** Do not alter the role at every start: nodes would wait for each other without need. */
async function canRead(connectionString: string): Promise<boolean> {
  const pool = openPool({ connectionString }, { role: null, size: 1 });
  try {
    await pool.query('select from own_books.present_accounts limit 0');
    return true;
  } catch {
    return false;
  } finally {
    await pool.end();
  }
}

/**
 * Asserts that the main database can read one row of the ledger, because its server may be in another network than this
 * process.
 */
async function assertReadable(main: Pool, { number, where }: OpenLedger) {
  await readOnce(main, number).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    const detail = 'detail' in error && typeof error.detail === 'string' ? `: ${error.detail}` : '';
    const reason = `${error.message}${detail}`.replaceAll(/\s+/g, ' ');
    throw new PassingProblem(
      `The main database cannot read ledger ${number} at ${where} (${reason}). Its server must reach that address, and sign in there with a password.`,
      { cause: error },
    );
  });
}

/**
 * Opens the application's connections to each further ledger for a command, while a server runs. Migrates nothing.
 *
 * @param main connects with the application role
 */
export async function joinFurther(config: Pick<Config, 'ledgers' | 'mode'>, main: Pool): Promise<Pool[]> {
  await assertAllNamed(main, config);
  const ledgers = openOwners(config, 1);
  try {
    await assertAllOwn(main, ledgers, config);
    return await openLedgersForWork(ledgers);
  } finally {
    await Promise.all(ledgers.map(({ ownerPool }) => ownerPool.end()));
  }
}

/** Opens the application's connections to each further ledger. */
export async function openLedgersForWork(ledgers: readonly OpenLedger[]): Promise<Pool[]> {
  const opening = ledgers.map(({ ownerPool, ownerUrl, loginUrl, where, number }) =>
    openAsApplication({
      ownerPool,
      migrationUrl: ownerUrl,
      databaseUrl: loginUrl,
      where,
      settings: {
        login: `address ${number} of FLORIN_LEDGERS`,
        owner: `address ${number} of FLORIN_MIGRATION_LEDGERS`,
      },
    }),
  );
  const opened = await Promise.allSettled(opening);
  const pools = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = opened.find((one) => one.status === 'rejected');
  if (!failed) return pools;
  await Promise.all(pools.map((pool) => pool.end()));
  throw failed.reason;
}
