import { fromExact } from '@florin/contract';
import { amountOf, formatAmount } from '@florin/money';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { OperatorAccount } from '../../../providers/bank/bank.ts';
import { recordAct, type By } from '../../audit/index.ts';
import { clientMoney, UnequalBooks, type ClientMoney } from '../client-money.ts';
import { dayContent } from './make-content.ts';
import { markReported, readDay, statementsOf, type DayFigures } from './read-day.ts';
import { noStatement, problemOf, readStandings } from './standing.ts';

export type DayDependencies = { readonly pool: Pool; readonly operatorAccounts: readonly OperatorAccount[] };

/**
 * Closes a day of all operator accounts with statements, all or none, and returns the numbers of the new reports. Days
 * are closed in order; skipped days go into the same reports. Imports wait meanwhile, so a line is either in this
 * report, or arrives later and is in the next report.
 *
 * Errors: `invalid_request` for a future day; `day_closed`; `day_not_ready` if bank and books differ or a line is not
 * booked.
 */
export function closeDay({ pool, operatorAccounts }: DayDependencies, by: By, day: string): Promise<bigint[]> {
  return transact(pool, async (tx) => {
    await assertNotToCome(tx, day);
    const accounts = await lockAccounts(tx, operatorAccounts);
    await assertReady(tx, accounts);
    const money = await countedMoney(tx, operatorAccounts);
    const numbers: bigint[] = [];
    let lastDay: string | null = null;
    for (const account of accounts) {
      const figures = await readDay(tx, account.id, day);
      lastDay = figures.last_day;
      if (lastDay !== null && lastDay >= day) continue; // another operator closed it, before an account was added
      numbers.push(await closeAccount(tx, by, { account, day, figures, money }));
    }
    if (numbers.length === 0)
      throw new Refusal('day_closed', `${day} is closed already. The last closed day is ${lastDay}.`);
    await recordAct(tx, { ...by, did: 'Closed bank day', on: `${day}: reports ${numbers.join(', ')}` });
    return numbers;
  });
}

async function assertNotToCome(tx: Queryable, day: string): Promise<void> {
  const { rows } = await tx.query<{ is_to_come: boolean }>(
    `select $1::date > (now() at time zone 'UTC')::date as is_to_come`,
    [day],
  );
  if (!rows[0]?.is_to_come) return;
  const sentence = 'This day is still to come.';
  throw new Refusal('invalid_request', sentence, { fields: { day: sentence } });
}

/** Locks the accounts in the same order as imports do. Returns the accounts with a statement. */
async function lockAccounts(tx: Queryable, accounts: readonly OperatorAccount[]): Promise<OperatorAccount[]> {
  const { rows } = await tx.query<{ id: string; balance: bigint | null }>(
    'select id, balance from operator_accounts where id = any ($1) order by id for update',
    [accounts.map(({ id }) => id)],
  );
  const started = new Set(rows.filter(({ balance }) => balance !== null).map(({ id }) => id));
  return accounts.filter(({ id }) => started.has(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function assertReady(tx: Queryable, accounts: readonly OperatorAccount[]): Promise<void> {
  if (accounts.length === 0) throw notReady(noStatement);
  const standings = await readStandings(tx, accounts);
  for (const account of accounts) {
    const standing = standings.get(account.id);
    const problem = standing && problemOf(account, standing);
    if (problem !== undefined) throw notReady(problem);
  }
}

/** Checks that the report's lines lead from the closing balance of the previous report to the bank's balance. */
function assertContinues(
  { id, currency }: OperatorAccount,
  { balance, last_closing: last, covered, later }: DayFigures,
) {
  const opening = fromExact(currency, last ?? '0.00').units;
  if (opening + covered.sum + later.sum === balance) return;
  const text = (units: bigint) => formatAmount(amountOf(currency, units));
  throw notReady(
    `The lines of ${id} since the last report do not lead from ${text(opening)} to ${text(balance ?? 0n)}.`,
  );
}

/** Adds up all wallets. The desk does not. */
async function countedMoney(tx: Queryable, accounts: readonly OperatorAccount[]): Promise<readonly ClientMoney[]> {
  try {
    return await clientMoney(tx, accounts, true);
  } catch (error) {
    if (!(error instanceof UnequalBooks)) throw error;
    throw notReady(`The balances of members in ${error.message} differ from the books. Read the ledger’s findings.`);
  }
}

type Closing = {
  readonly account: OperatorAccount;
  readonly day: string;
  readonly figures: DayFigures;
  readonly money: readonly ClientMoney[];
};

async function closeAccount(tx: Queryable, { operator }: By, closing: Closing): Promise<bigint> {
  const { account, day, figures, money } = closing;
  assertContinues(account, figures);
  const statements = await statementsOf(tx, account.id, { day, lastDay: figures.last_day });
  const content = dayContent({
    account,
    day,
    figures,
    statements,
    money: money.find(({ currency }) => currency === account.currency),
  });
  const { rows } = await tx.query<{ number: bigint }>('select record_day_report($1, $2, $3, $4) as number', [
    account.id,
    day,
    typeof operator === 'string' ? null : operator.id,
    JSON.stringify(content),
  ]);
  const number = rows[0]?.number;
  if (number === undefined) throw new Error('the report was not stored');
  await markReported(tx, { number, account: account.id, day, statements });
  return number;
}

const notReady = (sentence: string) => new Refusal('day_not_ready', sentence);
