import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

export type FreshDatabase = {
  /** The settings that point the server to the database. */
  readonly environment: Record<string, string>;
  readonly remove: () => Promise<void>;
};

/**
 * Creates a new database for the product on this port: on the server of DATABASE_URL, or in a new folder for an
 * embedded database.
 */
export function freshDatabase(port: string): Promise<FreshDatabase> {
  const url = process.env['DATABASE_URL'];
  return url ? createDatabase(url, port) : createFolder(port);
}

/**
 * Returns the database address of the product on this port. An embedded PostgreSQL states its socket in its pid file.
 */
export function connectionOf(port: string): pg.ClientConfig {
  const url = process.env['DATABASE_URL'];
  if (url) return { connectionString: databaseOf(url, port).url };
  const pid = readFileSync(path.join(folderOf(port), 'postgres', 'postmaster.pid'), 'utf8');
  const [, , , engine, host = ''] = pid.split('\n');
  return { host, port: Number(engine), user: 'postgres', database: 'florin' };
}

const folderOf = (port: string) => path.join(tmpdir(), `florin-e2e-${port}`);

async function createFolder(port: string): Promise<FreshDatabase> {
  const folder = folderOf(port);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o755 }); // as root, PostgreSQL runs as another account, which needs access
  return {
    environment: { FLORIN_DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function databaseOf(url: string, port: string): { name: string; url: string } {
  const name = `florin_e2e_${port}`;
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { name, url: own.toString() };
}

async function createDatabase(url: string, port: string): Promise<FreshDatabase> {
  const own = databaseOf(url, port);
  await asAdmin(url, `drop database if exists ${own.name} with (force)`);
  await asAdmin(url, `create database ${own.name}`);
  return {
    environment: { DATABASE_URL: own.url },
    remove: () => asAdmin(url, `drop database ${own.name} with (force)`),
  };
}

async function asAdmin(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
