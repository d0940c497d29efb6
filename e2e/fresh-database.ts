import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

export type FreshDatabase = {
  /** What tells the server about it. */
  readonly environment: Record<string, string>;
  readonly remove: () => Promise<void>;
};

/** A new database on the server of DATABASE_URL, or a new folder for an embedded one. */
export function freshDatabase(): Promise<FreshDatabase> {
  const url = process.env['DATABASE_URL'];
  return url ? createDatabase(url) : createFolder();
}

async function createFolder(): Promise<FreshDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-e2e-'));
  chmodSync(folder, 0o755); // as root the engine runs as another account, which must be able to enter
  return {
    environment: { FLORIN_DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function createDatabase(url: string): Promise<FreshDatabase> {
  const name = `florin_e2e_${process.pid}`;
  await asAdmin(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    environment: { DATABASE_URL: own.toString() },
    remove: () => asAdmin(url, `drop database ${name} with (force)`),
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
