import { expectCleanTransits } from '../several-ledgers.ts';
import { usualLedgers } from '../test-app.ts';
import { createTestDatabase, urlOf, type TestDatabase } from '../test-database.ts';
import { countEntries, expectCleanBooks } from './books.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

/** The databases of server processes: one, or one per ledger with FLORIN_TEST_LEDGERS. */
export type ServerBooks = {
  readonly main: TestDatabase;
  readonly databases: readonly TestDatabase[];
  /** Starts a server on these databases. `env` adds settings. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<ServerProcess>;
  /** Returns how many entries of this kind members made, each counted once. */
  readonly countEntries: (kind: string) => Promise<number>;
  readonly close: () => Promise<void>;
};

export async function createServerBooks(): Promise<ServerBooks> {
  const databases = await Promise.all(Array.from({ length: usualLedgers }, () => createTestDatabase()));
  const [main, ...others] = databases;
  if (!main) throw new Error('there is no main database');
  const ledgers = others.map(({ address }) => urlOf(address)).join(',');
  return {
    main,
    databases,
    start: (env) => startServerProcess(main.address, { ...(ledgers !== '' && { FLORIN_LEDGERS: ledgers }), ...env }),
    countEntries: (kind) => countEntries(main.ownerPool, kind),
    close: async () => void (await Promise.all(databases.map((one) => one.close()))),
  };
}

/** Expects no finding in any ledger, or between ledgers. */
export async function expectCleanLedgers({ databases }: Pick<ServerBooks, 'databases'>): Promise<void> {
  for (const { ownerPool } of databases) await expectCleanBooks(ownerPool);
  if (databases.length > 1) await expectCleanTransits(databases.map(({ pool }) => pool));
}
