import { createHmac, hash } from 'node:crypto';
import { applicationRole, openPool, type DatabaseAddress, type Pool } from './platform/database/pool.ts';
import { scramVerifier } from './platform/database/scram-verifier.ts';
import { sqlState, transact } from './platform/database/transact.ts';
import { isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { ConfigProblem, PassingProblem } from './config.ts';
import { insufficientPrivilege } from './external-postgres.ts';

type Login = {
  readonly ownerPool: Pool;
  /** The owner's URL. */
  readonly migrationUrl: string;
  /** The login that the operator created, if any. */
  readonly databaseUrl: string | undefined;
  /** The address without the password. */
  readonly where: string;
  /** The settings that name the login and the owner. */
  readonly settings: { readonly login: string; readonly owner: string };
};

/**
 * Opens the application's pool. Its sessions cannot become the owner: after `set role none` they have the login's rights,
 * which equal those of `florin_app`. The login is the one in DATABASE_URL if MIGRATION_DATABASE_URL names the owner.
 * Otherwise Florin creates a login (docs/decisions/0058).
 *
 * @throws ConfigProblem if the login cannot be used or has the owner's rights
 */
export async function openAsApplication(login: Login): Promise<Pool> {
  const address = login.databaseUrl === undefined ? await ownLogin(login) : await givenLogin(login, login.databaseUrl);
  const pool = openPool(address);
  try {
    await assertSameDatabase(pool, login);
    await assertNoOwner(pool, login);
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/**
 * The owner's database and password, read from an open connection because the driver may have found the password in a
 * file.
 */
type Owner = { readonly database: string; readonly password: string | undefined };

async function ownLogin(login: Login): Promise<DatabaseAddress> {
  const owner = await readOwner(login.ownerPool);
  const name = loginNameOf(owner.database);
  const password = owner.password === undefined ? undefined : passwordOf(owner.password, name);
  const address = { connectionString: withLogin(login.migrationUrl, name, password) };
  // Do not alter the role at every start: nodes would wait for each other without need.
  if ((await problemOf(address)) === undefined) return address;
  await makeLogin(login.ownerPool, name, password).catch((error: unknown) => {
    throw cannotMake(error, login);
  });
  const problem = await problemOf(address);
  if (problem !== undefined) throw cannotSignIn(problem, name, login);
  return address;
}

export async function readOwner(ownerPool: Pool): Promise<Owner> {
  const client = await ownerPool.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const password = 'password' in client && typeof client.password === 'string' ? client.password : '';
    return { database: rows[0]?.name ?? '', password: password || undefined };
  } finally {
    client.release();
  }
}

const maxNameBytes = 63;

/** Roles are shared by all databases of a server, so each Florin database needs its own login. */
function loginNameOf(database: string): string {
  const name = `${applicationRole}_${database}`;
  return Buffer.byteLength(name) <= maxNameBytes ? name : `${applicationRole}_${hash('sha256', database).slice(0, 32)}`;
}

/** Derives the login's password from the owner's, so that all nodes know it without storing it. It cannot be reversed. */
export const passwordOf = (ownersPassword: string, name: string) =>
  createHmac('sha256', ownersPassword).update(`Florin: password of the login ${name}`).digest('base64url');

/** Returns the URL with another user. Removes user and password from the query, where they would take precedence. */
export function withLogin(url: string, name: string, password: string | undefined): string {
  const user = encodeURIComponent(name) + (password === undefined ? '' : `:${encodeURIComponent(password)}`);
  const [, scheme = '', rest = ''] = /^(postgres(?:ql)?:\/\/)(?:[^@/?#]*@)?(.*)$/s.exec(url) ?? [];
  const [place = '', parameters] = rest.split('?');
  const kept = (parameters ?? '').split('&').filter((one) => one !== '' && !/^(?:user|password)=/.test(one));
  return `${scheme}${user}@${place}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
}

/** Returns the reason why the login cannot sign in with the application role, or undefined if it can. */
async function problemOf(address: DatabaseAddress): Promise<Error | undefined> {
  const pool = openPool(address, { size: 1 });
  try {
    await pool.query('select 1');
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || isDatabaseUnavailable(error)) throw error;
    return error;
  } finally {
    await pool.end();
  }
}

/**
 * Creates or changes the login as a member of the application role with this password. If two nodes do this at the same
 * moment, the second one waits and finds the role.
 */
export async function makeLogin(ownerPool: Pool, name: string, password: string | undefined) {
  const verifier = password === undefined ? undefined : scramVerifier(password);
  await transact(ownerPool, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('florin: application login'))`);
    const { rows } = await tx.query<{ make: string; grant: string }>(
      `select format('%s role %I login password %L',
                case when to_regrole(quote_ident($1::text)) is null then 'create' else 'alter' end, $1::text, $2::text) as make,
              format('grant %I to %I', $3::text, $1::text) as grant`,
      [name, verifier ?? null, applicationRole],
    );
    if (!rows[0]) throw new Error('a statement that was asked for did not come');
    await tx.query(rows[0].make);
    await tx.query(rows[0].grant);
  });
}

const byHand = ({ settings: { login, owner } }: Login) =>
  `make a login yourself, and name it in ${login} and the owner in ${owner} (docs/operate/install.md, "Your own PostgreSQL").`;

function cannotMake(error: unknown, login: Login): unknown {
  if (sqlState(error) !== insufficientPrivilege) return error;
  return new ConfigProblem(
    `The user of PostgreSQL at ${login.where} is not allowed to create roles, and Florin needs a login without the owner's rights. ` +
      `Either alter role … createrole, or ${byHand(login)}`,
    { cause: error },
  );
}

const cannotSignIn = (error: Error, name: string, login: Login) =>
  new PassingProblem(
    `PostgreSQL at ${login.where} rejects the login ${name}, which Florin uses instead of the owner: ${error.message}. ` +
      `Allow the members of ${applicationRole} (+${applicationRole} in pg_hba.conf), or ${byHand(login)}`,
    { cause: error },
  );

async function givenLogin(login: Login, connectionString: string): Promise<DatabaseAddress> {
  const pool = openPool({ connectionString }, { role: null, size: 1 });
  try {
    const { rows } = await pool.query<{ name: string; member: boolean }>(
      `select session_user::text as name, pg_has_role(session_user, '${applicationRole}', 'member') as member`,
    );
    if (rows[0]?.member === false) await grant(login, rows[0].name);
    return { connectionString };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ConfigProblem) throw error;
    throw new PassingProblem(
      `PostgreSQL at ${login.where} rejects the login of ${login.settings.login}: ${error.message}`,
      { cause: error },
    );
  } finally {
    await pool.end();
  }
}

async function grant({ ownerPool, settings }: Login, name: string) {
  const { rows } = await ownerPool.query<{ statement: string }>(
    `select format('grant %I to %I', $1::text, $2::text) as statement`,
    [applicationRole, name],
  );
  if (!rows[0]) throw new Error('a statement that was asked for did not come');
  await ownerPool.query(rows[0].statement).catch((error: unknown) => {
    throw new ConfigProblem(
      `The login of ${settings.login} is not a member of ${applicationRole}, and the user of ${settings.owner} is not allowed to add it. Run as a superuser: grant ${applicationRole} to "${name}".`,
      { cause: error },
    );
  });
}

async function assertSameDatabase(pool: Pool, { ownerPool, settings }: Login) {
  const openedAt = async (of: Pool) => {
    const { rows } = await of.query<{ opened: string }>('select opened_at::text as opened from public.installation');
    return rows[0]?.opened;
  };
  const [mine, owners] = await Promise.all([openedAt(pool).catch(() => undefined), openedAt(ownerPool)]);
  if (mine !== owners)
    throw new ConfigProblem(
      `${settings.login} and ${settings.owner} name different databases. Name the same one in both, each with its own user.`,
    );
}

/** Asserts that no role that the login has or can assume has power over the ledger or the machine. */
async function assertNoOwner(pool: Pool, { settings }: Login) {
  const { rows } = await pool.query<{ login: string; power: string }>(`
    select session_user::text as login, rolname as power from pg_roles
    where pg_has_role(session_user, oid, 'member') and (
      rolsuper or rolcreaterole or rolreplication or rolbypassrls
      or rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_write_all_data')
      or oid in (select relowner from pg_class where relnamespace in ('ledger'::regnamespace, 'public'::regnamespace))
      or oid = (select datdba from pg_database where datname = current_database()))
    limit 1`);
  const [found] = rows;
  if (found)
    throw new ConfigProblem(
      `Florin would use the login "${found.login}", which has the rights of "${found.power}" over the database. ` +
        `Name a login in ${settings.login} that owns nothing and is a member of ${applicationRole} only. Or remove ${settings.owner}: Florin then creates a login.`,
    );
}
