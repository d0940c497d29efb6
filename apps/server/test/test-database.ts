import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openPool, type DatabaseAddress, type Pool } from '../src/platform/database/pool.ts';
import { onDatabase } from './global-setup.ts';

export type TestDatabase = {
  /** For processes that open it themselves. */
  readonly address: DatabaseAddress;
  /** As the application: may not touch the ledger's rows. */
  readonly pool: Pool;
  /** As the owner: may do anything, tampering included. */
  readonly ownerPool: Pool;
  readonly close: () => Promise<void>;
};

/** A migrated database of the test's own, cloned from the template in a few milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { address, template } = inject('postgres');
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  const admin = openPool(address, { role: null, size: 1 });
  await admin.query(`create database ${name} template ${template}`);
  await admin.end();
  const own = onDatabase(address, name);
  const [pool, ownerPool] = [openPool(own), openPool(own, { role: null, size: 4 })];
  return {
    address: own,
    pool,
    ownerPool,
    close: async () => {
      await Promise.all([pool.end(), ownerPool.end()]);
    },
  };
}
