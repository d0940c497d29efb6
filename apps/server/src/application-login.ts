import { createHmac, hash } from 'node:crypto';
import { applicationRole, openPool, type DatabaseAddress, type Pool } from './platform/database/pool.ts';
import { scramVerifier } from './platform/database/scram-verifier.ts';
import { sqlState, transact } from './platform/database/transact.ts';
import { isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { ConfigProblem, PassingProblem } from './config.ts';

type Login = {
  readonly ownerPool: Pool;
  /** The owner's. */
  readonly migrationUrl: string;
  /** The login that the operator made, where there is one. */
  readonly databaseUrl: string | undefined;
  /** The address without its password. */
  readonly where: string;
};

/**
 * Opens the pool of the application, whose sessions cannot become the owner's: `set role none` leads to the login, which
 * has the rights of `florin_app` and no others. The login is the one of DATABASE_URL where MIGRATION_DATABASE_URL names
 * the owner's, and one that Florin makes where there is a single address (docs/decisions/0058).
 *
 * @throws ConfigProblem where the login cannot be used, or has rights of the owner
 */
export async function openAsApplication(login: Login): Promise<Pool> {
  const address = login.databaseUrl === undefined ? await ownLogin(login) : await givenLogin(login, login.databaseUrl);
  const pool = openPool(address);
  try {
    await assertSameDatabase(pool, login);
    await assertNoOwner(pool);
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** A connection that is open knows more than its address: the driver may have found the password in a file. */
type Owner = { readonly database: string; readonly password: string | undefined };

async function ownLogin(login: Login): Promise<DatabaseAddress> {
  const owner = await readOwner(login.ownerPool);
  const name = loginNameOf(owner.database);
  const password = owner.password === undefined ? undefined : passwordOf(owner.password, name);
  const address = { connectionString: withLogin(login.migrationUrl, name, password) };
  // Altering a role at each start would have the nodes wait for each other, and be no use.
  if ((await problemOf(address)) === undefined) return address;
  await makeLogin(login.ownerPool, name, password).catch((error: unknown) => {
    throw cannotMake(error, login.where);
  });
  const problem = await problemOf(address);
  if (problem !== undefined) throw cannotSignIn(problem, name, login.where);
  return address;
}

async function readOwner(ownerPool: Pool): Promise<Owner> {
  const client = await ownerPool.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const password = 'password' in client && typeof client.password === 'string' ? client.password : '';
    return { database: rows[0]?.name ?? '', password: password || undefined };
  } finally {
    client.release();
  }
}

const longestName = 63;

/** Roles belong to all databases of a server, and each Florin there needs a login of its own. */
function loginNameOf(database: string): string {
  const name = `${applicationRole}_${database}`;
  return Buffer.byteLength(name) <= longestName ? name : `${applicationRole}_${hash('sha256', database).slice(0, 32)}`;
}

/** The same on every node, and kept nowhere: all of them know the owner's password. It does not tell the owner's. */
const passwordOf = (ownersPassword: string, name: string) =>
  createHmac('sha256', ownersPassword).update(`Florin: password of the login ${name}`).digest('base64url');

/** The same address with another user; a user or password among its parameters would win. */
export function withLogin(url: string, name: string, password: string | undefined): string {
  const user = encodeURIComponent(name) + (password === undefined ? '' : `:${encodeURIComponent(password)}`);
  const [, scheme = '', rest = ''] = /^(postgres(?:ql)?:\/\/)(?:[^@/?#]*@)?(.*)$/s.exec(url) ?? [];
  const [place = '', parameters] = rest.split('?');
  const kept = (parameters ?? '').split('&').filter((one) => one !== '' && !/^(?:user|password)=/.test(one));
  return `${scheme}${user}@${place}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
}

/** Why the login cannot sign in and take on the application's role; undefined where it can. */
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
 * Makes the login a member of the application's role, with this password. Two nodes may do this at the same moment: the
 * second one waits, and finds the role there.
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

const byHand =
  'make a login yourself, name it in DATABASE_URL, and the owner in MIGRATION_DATABASE_URL (docs/operate/install.md, "Your own PostgreSQL").';

/** insufficient_privilege */
const mayNot = '42501';

function cannotMake(error: unknown, where: string): unknown {
  if (sqlState(error) !== mayNot) return error;
  return new ConfigProblem(
    `The user of PostgreSQL at ${where} may not create roles, and Florin needs a login without the owner's rights. ` +
      `Either alter role … createrole, or ${byHand}`,
    { cause: error },
  );
}

const cannotSignIn = (error: Error, name: string, where: string) =>
  new PassingProblem(
    `PostgreSQL at ${where} does not let the login ${name} in, which Florin works as instead of the owner: ${error.message}. ` +
      `Let the members of ${applicationRole} in (+${applicationRole} in pg_hba.conf), or ${byHand}`,
    { cause: error },
  );

async function givenLogin({ ownerPool, where }: Login, connectionString: string): Promise<DatabaseAddress> {
  const pool = openPool({ connectionString }, { role: null, size: 1 });
  try {
    const { rows } = await pool.query<{ name: string; member: boolean }>(
      `select session_user::text as name, pg_has_role(session_user, '${applicationRole}', 'member') as member`,
    );
    if (rows[0]?.member === false) await grant(ownerPool, rows[0].name);
    return { connectionString };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ConfigProblem) throw error;
    throw new PassingProblem(`PostgreSQL at ${where} does not take the login of DATABASE_URL: ${error.message}`, {
      cause: error,
    });
  } finally {
    await pool.end();
  }
}

async function grant(ownerPool: Pool, name: string) {
  const { rows } = await ownerPool.query<{ statement: string }>(
    `select format('grant %I to %I', $1::text, $2::text) as statement`,
    [applicationRole, name],
  );
  if (!rows[0]) throw new Error('a statement that was asked for did not come');
  await ownerPool.query(rows[0].statement).catch((error: unknown) => {
    throw new ConfigProblem(
      `The login of DATABASE_URL is not a member of ${applicationRole}, and the user of MIGRATION_DATABASE_URL may not make it one. As a superuser: grant ${applicationRole} to "${name}".`,
      { cause: error },
    );
  });
}

async function assertSameDatabase(pool: Pool, { ownerPool }: Login) {
  const openedAt = async (of: Pool) => {
    const { rows } = await of.query<{ opened: string }>('select opened_at::text as opened from public.installation');
    return rows[0]?.opened;
  };
  const [mine, owners] = await Promise.all([openedAt(pool).catch(() => undefined), openedAt(ownerPool)]);
  if (mine !== owners)
    throw new ConfigProblem(
      'DATABASE_URL and MIGRATION_DATABASE_URL name two databases. Name the same one in both, each with its own user.',
    );
}

/** Every role that the login is, or may become, must be one without power over the books or the machine. */
async function assertNoOwner(pool: Pool) {
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
      `Florin would work as "${found.login}", who has the rights of "${found.power}" over the database. ` +
        `Name a login in DATABASE_URL that owns nothing and is a member of ${applicationRole} alone, or leave out MIGRATION_DATABASE_URL: Florin makes one then.`,
    );
}
