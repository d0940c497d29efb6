import { randomUUID } from 'node:crypto';
import { parseConfig } from '../src/config.ts';
import { openLedger, type Ledger } from '../src/ledger/index.ts';
import { slotOf } from '../src/ledger/shards/ids.ts';
import { openDatabase, type Database } from '../src/open-database.ts';
import type { Pool } from '../src/platform/database/pool.ts';
import type { PasswordEngine } from './password-engine.ts';

/** A database that may become the main one of an installation, or a further ledger. */
export type Place = Awaited<ReturnType<PasswordEngine['newDatabase']>>;

/** Returns three databases. The tests name the variables after the role of each database. */
export const three = ({ newDatabase }: PasswordEngine): Promise<[Place, Place, Place]> =>
  Promise.all([newDatabase(), newDatabase(), newDatabase()]);

export const envOf = (main: Place, ...ledgers: Place[]): Record<string, string> => ({
  DATABASE_URL: main.url,
  ...(ledgers.length > 0 && { FLORIN_LEDGERS: ledgers.map(({ url }) => url).join(',') }),
});

export const open = (env: Record<string, string>) => openDatabase(parseConfig(env), () => undefined);

export async function withDatabase<Result>(env: Record<string, string>, work: (database: Database) => Promise<Result>) {
  const database = await open(env);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Starts Florin with these ledgers once. */
export const start = (main: Place, ...ledgers: Place[]) => withDatabase(envOf(main, ...ledgers), async () => undefined);

/** Opens wallets, one in each ledger. */
export async function openWallets(ledger: Ledger, ledgers: number): Promise<void> {
  await ledger.registerAssets(['USD'], 2);
  const homes = new Set<number>();
  while (homes.size < ledgers) {
    const id = randomUUID();
    homes.add(slotOf(id) % ledgers);
    await ledger.walletId(id, 'USD');
  }
}

/** Starts a new installation that spreads its members over all ledgers, and opens a wallet in each. */
export const startWithMembers = (main: Place, ...ledgers: Place[]) =>
  withDatabase(envOf(main, ...ledgers), async (database) =>
    openWallets(openLedger(database.pool, database.ledgers), ledgers.length + 1),
  );

export const numbersIn = async (pool: Pool) =>
  (
    await pool.query<{ number: bigint }>(
      'select distinct id >> 40 as number from books.accounts where id > 0 order by 1',
    )
  ).rows;
