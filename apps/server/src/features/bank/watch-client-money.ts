import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { gauge } from '../../platform/metrics/registry.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { clientMoney, coveredPercent } from './client-money.ts';

const percent = gauge(
  'florin_client_money_percent',
  'Share of client money on safeguarding accounts and in transit, rounded down; below 100 is an alert',
  ['currency'],
);
const unallocatedLines = gauge('florin_unallocated_lines', 'Statement lines that belong to no member yet');

/** Updates the gauges of the bank. Called periodically. */
export async function readBank(database: Queryable, accounts: readonly OperatorAccount[]): Promise<void> {
  const currencies = await clientMoney(database, accounts);
  percent.reset();
  for (const money of currencies) {
    const share = coveredPercent(money);
    if (share !== null) percent.set({ currency: money.currency }, share);
  }
  unallocatedLines.set(await countUnallocated(database));
}

/** Returns the number of statement lines that wait for an operator. */
export async function countUnallocated(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ total: number }>(
    `select count(*)::int as total from bank_lines where reason is not null and match in ('unallocated', 'to-payer') and posted`,
  );
  return rows[0]?.total ?? 0;
}

type Watching = { readonly pool: Pool; readonly logger: Logger; readonly operatorAccounts: readonly OperatorAccount[] };

const everySeconds = 60;
/** A lasting shortfall is logged again after this time. */
const repeatedMs = 60 * 60_000;

/** Schedules the job that logs missing client money. */
export function scheduleClientMoney(dependencies: Watching) {
  const loggedAt = new Map<FiatCode, number>();
  return recurringJob(dependencies, 'check-client-money', everySeconds, () => logShortfalls(dependencies, loggedAt));
}

/** Logs a currency with missing client money: immediately, hourly while the shortfall lasts, and at its end. */
export async function logShortfalls(
  { pool, logger, operatorAccounts }: Watching,
  loggedAt: Map<FiatCode, number>,
): Promise<void> {
  for (const money of await clientMoney(pool, operatorAccounts)) {
    const { currency, owed, safeguarded, inTransit } = money;
    const missing = owed - safeguarded - inTransit;
    if (missing > 0n) {
      if (Date.now() - (loggedAt.get(currency) ?? -Infinity) < repeatedMs) continue;
      const exact = (units: bigint) => toDecimal(amountOf(currency, units));
      logger.error(
        { event: 'client-money-short', currency, owed: exact(owed), missing: exact(missing) },
        'client money is not fully safeguarded',
      );
      loggedAt.set(currency, Date.now());
    } else if (loggedAt.delete(currency)) logger.warn({ currency }, 'client money is fully safeguarded again');
  }
}
