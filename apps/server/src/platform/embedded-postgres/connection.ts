import pg from 'pg';

export type Connection = { host: string; port: number; user: 'postgres'; database: 'florin' };

/**
 * Throws while PostgreSQL is not ready. A rejected login means ready, because during recovery every connection fails
 * with another error.
 */
export async function probe(connection: Connection): Promise<void> {
  try {
    await runQuery(connection, 'select 1');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === invalidAuthorization)) throw error;
  }
}

/** The error for a server that gave up root, because only root may sign in as the owner. */
const invalidAuthorization = '28000';

/** Creates Florin's database if it does not exist, and returns the version of the server. */
export async function ensureDatabase(connection: Connection): Promise<string> {
  const [server] = await runQuery(
    connection,
    `select current_setting('server_version') as version,
       exists (select from pg_database where datname = 'florin') as "hasDatabase"`,
  );
  if (server?.['hasDatabase'] !== true) await runQuery(connection, 'create database florin');
  return String(server?.['version']);
}

/** Runs a query on the database `postgres`, which always exists. */
async function runQuery(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5_000 });
  // Without this listener, a connection lost between queries is an uncaught error. The query itself still throws.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
