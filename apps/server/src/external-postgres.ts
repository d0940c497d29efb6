import { setTimeout as sleep } from 'node:timers/promises';
import { UnusableSchema } from './platform/database/schema-files.ts';
import { openPool } from './platform/database/pool.ts';
import { sqlState } from './platform/database/transact.ts';
import { isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { addressesIn } from './platform/database/several-hosts.ts';
import { ConfigProblem, PassingProblem } from './config.ts';

/** The place of a database, without the password, and the setting that names the database. */
export type Place = { readonly where: string; readonly setting: string };

const minVersion = 15;

/** A database on the same machine may take longer to start than Florin. */
const timeoutMs = 30_000;

/** Returns the hosts and the database of an address, without its login. */
export function withoutPassword(url: string): string {
  const found = addressesIn(url).map((address) => URL.parse(address));
  const [first] = found;
  if (!first) return 'an address that is not valid';
  return `${found.map((address) => address?.host).join(',')}${first.pathname}`;
}

/**
 * Waits until PostgreSQL accepts connections, and returns its version.
 *
 * @throws ConfigProblem if it does not, rejects the login, or is too old
 */
export async function waitForServer(url: string, place: Place, say: (line: string) => void): Promise<string> {
  const pool = openPool({ connectionString: url }, { role: null, size: 1 });
  try {
    const ask = () => pool.query<{ server_version: string }>('show server_version');
    const { rows } = await retryUntilConnected(ask, { ...place, hosts: addressesIn(url).length }, say);
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

/** Explains a failed migration to the operator. Without a place, the database is the embedded one. */
export function explainMigration(error: unknown, where: string | undefined): never {
  if (error instanceof UnusableSchema) throw new ConfigProblem(error.message, { cause: error });
  if (where === undefined || !(error instanceof Error)) throw error;
  if (sqlState(error) === insufficientPrivilege)
    throw new PassingProblem(
      `The user of PostgreSQL at ${where} lacks a right that the schema needs (${error.message}). ` +
        'It must own the database and be allowed to create roles: alter database … owner to …; alter role … createrole.',
      { cause: error },
    );
  if (sqlState(error) !== readOnly) throw error;
  // With a single host a standby is accepted, because a backup can read from a standby.
  const message = `PostgreSQL at ${where} is read-only: it is a standby, or configured as read-only. Use the primary.`;
  throw new PassingProblem(message, { cause: error });
}

/** read_only_sql_transaction */
const readOnly = '25006';

/** insufficient_privilege */
export const insufficientPrivilege = '42501';
