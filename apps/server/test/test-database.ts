import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openPool, type DatabaseAddress, type Pool } from '../src/platform/database/pool.ts';
import { onDatabase } from './global-setup.ts';

export type TestDatabase = {
  readonly name: string;
  /** For processes that open it themselves. */
  readonly address: DatabaseAddress;
  /** As the application: may not touch the ledger's rows. */
  readonly pool: Pool;
  /** As the owner: may do anything, tampering included. */
  readonly ownerPool: Pool;
  readonly close: () => Promise<void>;
};

/**
 * A migrated database of the test's own, cloned from the template in a few milliseconds.
 *
 * @param source another database to clone, which nobody is connected to
 */
export async function createTestDatabase(source?: string): Promise<TestDatabase> {
  const { address, template } = inject('postgres');
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  const admin = openPool(address, { role: null, size: 1 });
  await admin.query(`create database ${name} template ${source ?? template}`);
  await admin.end();
  const own = onDatabase(address, name);
  const [pool, ownerPool] = [openPool(own), openPool(own, { role: null, size: 4 })];
  return {
    name,
    address: own,
    pool,
    ownerPool,
    close: async () => {
      await Promise.all([pool.end(), ownerPool.end()]);
    },
  };
}

/** With nothing in it, not even a schema. */
export async function createEmptyDatabase(): Promise<Omit<TestDatabase, 'pool'>> {
  const { address, template } = inject('postgres');
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  const admin = openPool(address, { role: null, size: 1 });
  await admin.query(`create database ${name}`);
  await admin.end();
  const own = onDatabase(address, name);
  const ownerPool = openPool(own, { role: null, size: 4 });
  return { name, address: own, ownerPool, close: () => ownerPool.end() };
}

/** As a setting says it. */
export function urlOf({ connectionString, host, port, user, database }: DatabaseAddress): string {
  if (connectionString !== undefined) return connectionString;
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? 'localhost')}&port=${port}`;
}
