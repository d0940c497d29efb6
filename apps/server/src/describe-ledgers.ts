import { isOwnLedger } from './claim-ledgers.ts';
import { ConfigProblem, type Config } from './config.ts';
import { withoutPassword } from './external-postgres.ts';
import { readInstallation } from './mark-installation.ts';
import { openOwners } from './open-ledgers.ts';
import type { Pool } from './platform/database/pool.ts';

/** The number of slots that members are spread over. */
export const allSlots = 1_024;

/** The state of a ledger, for operators. If its database does not answer, `problem` says why. */
export type LedgerState = {
  readonly ledger: number;
  /** Without the password. */
  readonly address: string;
  readonly problem: string | null;
  readonly slots: number;
  /** The wallets of members, without those of members who moved away. */
  readonly accounts: number | null;
  readonly closed: boolean | null;
};

/**
 * Describes the main ledger and all further ones, even if some cannot be reached.
 *
 * @param main connects as the owner
 */
export async function describeLedgers(
  main: Pool,
  config: Pick<Config, 'databaseUrl' | 'migrationDatabaseUrl' | 'ledgers' | 'mode'>,
): Promise<LedgerState[]> {
  const { databaseUrl, migrationDatabaseUrl = databaseUrl } = config;
  const slots = await slotsByLedger(main);
  const installation = await readInstallation(main);
  const further = openOwners(config, 1);
  try {
    return await Promise.all([
      stateOf(main, {
        ledger: 0,
        address: migrationDatabaseUrl === undefined ? 'embedded' : withoutPassword(migrationDatabaseUrl),
        slots: allSlots - [...slots].reduce((sum, [shard, count]) => sum + (shard === 0 ? 0 : count), 0),
      }),
      ...further.map((ledger) =>
        stateOf(
          ledger.ownerPool,
          { ledger: ledger.number, address: ledger.where, slots: slots.get(ledger.number) ?? 0 },
          async () => {
            if (!(await isOwnLedger(ledger, installation?.id, config.mode)))
              throw new ConfigProblem('It is new. Start Florin with it first.');
          },
        ),
      ),
    ]);
  } finally {
    await Promise.all(further.map(({ ownerPool }) => ownerPool.end()));
  }
}

async function slotsByLedger(main: Pool): Promise<ReadonlyMap<number, number>> {
  const { rows } = await main.query<{ shard: number; count: number }>(
    'select shard, count(*)::int as count from books.slots group by shard',
  );
  return new Map(rows.map(({ shard, count }) => [shard, count]));
}

async function stateOf(
  database: Pool,
  known: Pick<LedgerState, 'ledger' | 'address' | 'slots'>,
  check: () => Promise<void> = async () => undefined,
): Promise<LedgerState> {
  try {
    await check();
    const { rows } = await database.query<Pick<LedgerState, 'accounts' | 'closed'>>(
      `select (select count(*)::int from own_books.present_accounts where id > 0 and kind = 'wallet') as accounts,
              exists (select from books.closures where reopened_at is null) as closed`,
    );
    return { ...known, problem: null, accounts: rows[0]?.accounts ?? null, closed: rows[0]?.closed ?? null };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { ...known, problem: error.message, accounts: null, closed: null };
  }
}
