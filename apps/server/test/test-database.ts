import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openPool, usualSize, type DatabaseAddress, type Pool } from '../src/platform/database/pool.ts';
import { onDatabase } from './global-setup.ts';

export type TestDatabase = {
  readonly name: string;
  /** For processes that open it themselves. */
  readonly address: DatabaseAddress;
  /** As the application: may not touch the ledger's rows. */
  readonly pool: Pool;
  /** As the owner: may do anything, tampering included. */
  readonly ownerPool: Pool;
  /** Ends the connections and leaves the database to be cloned. */
  readonly leave: () => Promise<void>;
  /** Ends the connections and removes the database. */
  readonly close: () => Promise<void>;
};

type Wanted = {
  /** The database to clone, in place of the template. Nobody may be connected to it. */
  readonly source?: string | undefined;
  /** The most that the application opens. */
  readonly connections?: number;
};

/** A migrated database of the test's own, cloned from the template: some 30 ms in memory, longer on a disk. */
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

/** With nothing in it, not even a schema. */
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
  // Copied as files: the log would hold each page once more, and take as long again to remove.
  await asAdmin(`create database ${name} ${source === undefined ? '' : `template ${source} strategy file_copy`}`);
  return { name, address: onDatabase(address, name) };
}

/**
 * Drops a test's database in the background: PostgreSQL waits in steps of 100 ms until its connections have ended. With
 * hundreds of databases left the engine would be slow by the end of a run. A killed process may still be connected.
 */
const dropSoon = (name: string) => void asAdmin(`drop database if exists ${name} with (force)`);

/** Ends with the process, which makes and drops a database for each of its files. */
let admin: Pool | undefined;

function asAdmin(statement: string) {
  admin ??= openPool(inject('postgres').address, { role: null, size: 2 });
  return admin.query(statement);
}

/** As a setting says it. */
export function urlOf({ connectionString, host, port, user, database }: DatabaseAddress): string {
  if (connectionString !== undefined) return connectionString;
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? 'localhost')}&port=${port}`;
}
