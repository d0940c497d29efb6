import { randomUUID } from 'node:crypto';
import { DatabaseError } from 'pg';
import { inject } from 'vitest';
import { openPool, usualSize, type DatabaseAddress, type Pool } from '../src/platform/database/pool.ts';
import { onDatabase } from './global-setup.ts';

export type TestDatabase = {
  readonly name: string;
  /** The address for processes that open the database themselves. */
  readonly address: DatabaseAddress;
  /** Connects as the application, which cannot change the ledger's rows. */
  readonly pool: Pool;
  /** Connects as the owner, who can do anything, including tampering. */
  readonly ownerPool: Pool;
  /** Ends the connections and keeps the database, so that it can be cloned. */
  readonly leave: () => Promise<void>;
  /** Ends the connections and drops the database. */
  readonly close: () => Promise<void>;
};

type Wanted = {
  /** A database without connections, to clone instead of the template. */
  readonly source?: string | undefined;
  /** Maximum of the application's connections. */
  readonly connections?: number;
};

/** Creates a migrated database, cloned from the template in about 30 ms in memory, longer on a disk. */
export async function createTestDatabase({ source, connections = usualSize }: Wanted = {}): Promise<TestDatabase> {
  const { name, address } = await createDatabase(source ?? inject('postgres').template);
  const [pool, ownerPool] = [openPool(address, { size: connections }), openPool(address, { role: null, size: 4 })];
  const leave = async () => {
    await Promise.all([pool.end(), ownerPool.end()]);
  };
  const close = async () => {
    await leave();
    dropSoon(name);
  };
  return { name, address, pool, ownerPool, leave, close };
}

/** Creates a database without any schema. */
export async function createEmptyDatabase(): Promise<Omit<TestDatabase, 'pool' | 'leave'>> {
  const { name, address } = await createDatabase();
  const ownerPool = openPool(address, { role: null, size: 4 });
  const close = async () => {
    await ownerPool.end();
    dropSoon(name);
  };
  return { name, address, ownerPool, close };
}

async function createDatabase(source?: string) {
  const { address, template } = inject('postgres');
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  // Copies files instead of logging every page, which would take twice as long.
  await asAdmin(`create database ${name} ${source === undefined ? '' : `template ${source} strategy file_copy`}`);
  return { name, address: onDatabase(address, name) };
}

/**
 * Drops a test's database in the background, because PostgreSQL checks for remaining connections only every 100 ms.
 * With hundreds of databases left, the server would be slow by the end of a run. `force` disconnects killed processes.
 * A database stays if a killed process left a prepared transaction.
 */
function dropSoon(name: string) {
  asAdmin(`drop database if exists ${name} with (force)`).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== objectInUse) throw error;
  });
}
const objectInUse = '55006';

/** One pool for the whole process. The pool creates and drops a database per test file, and ends with the process. */
let admin: Pool | undefined;

function asAdmin(statement: string) {
  admin ??= openPool(inject('postgres').address, { role: null, size: 2 });
  return admin.query(statement);
}

/** Returns the address as a DATABASE_URL. */
export function urlOf({ connectionString, host, port, user, database }: DatabaseAddress): string {
  if (connectionString !== undefined) return connectionString;
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? 'localhost')}&port=${port}`;
}
