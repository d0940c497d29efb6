import pg from 'pg';

export type Connection = { host: string; port: number; user: 'postgres'; database: 'florin' };

/** Throws while PostgreSQL is not ready. A refused login means it is ready: during recovery it refuses every connection. */
export async function probe(connection: Connection): Promise<void> {
  try {
    await ask(connection, 'select 1');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === invalidAuthorization)) throw error;
  }
}

/** What a server that left root is told, as the owner is root's. */
const invalidAuthorization = '28000';

export async function serverVersion(connection: Connection): Promise<string> {
  const [row] = await ask(connection, 'show server_version');
  return String(row?.['server_version']);
}

export async function ensureDatabase(connection: Connection): Promise<void> {
  const found = await ask(connection, `select 1 from pg_database where datname = 'florin'`);
  if (found.length === 0) await ask(connection, 'create database florin');
}

/** On the database `postgres`, which is always there. */
async function ask(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5_000 });
  // A connection that breaks between queries would otherwise be an uncaught error; the query itself throws anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
