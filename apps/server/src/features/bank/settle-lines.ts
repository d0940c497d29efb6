import { amountOf, toDecimal } from '@florin/money';
import type { PoolClient } from 'pg';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { BankFileProblem } from './bank-file-problem.ts';
import type { GivenStatement } from './check-statement.ts';
import { keepLines, type KeptLines } from './keep-lines.ts';
import { lineOfReports, recognizeLines } from './recognize-lines.ts';

type Balances = {
  readonly statementId: bigint;
  /** The account's balance before the statement's new lines. */
  readonly start: bigint;
  /** Null for a report without balances. */
  readonly closing: bigint | null;
  /** The name of the statement in a sentence. */
  readonly where: string;
};

type SettledLines = {
  readonly kept: KeptLines;
  /** True if earlier statements contained all lines and had the same closing balance. */
  readonly isOld: boolean;
};

/**
 * Stores the new lines of a statement. The balances decide which lines are new.
 *
 * Errors: `BankFileProblem` if the new lines do not lead to the closing balance.
 */
export async function settleLines(
  tx: PoolClient,
  given: GivenStatement,
  { statementId, start, closing, where }: Balances,
): Promise<SettledLines> {
  const { account, index } = given;
  const isOld = async ({ count }: KeptLines) => count === 0 && closing === (await closingBy(tx, given, statementId));
  const fits = async (kept: KeptLines) =>
    closing === start + kept.sum ||
    (await isOld(kept)) ||
    closing === start + kept.sum - (await laterByReports(tx, given, statementId));
  const lines = { statementId, index, account: account.id };
  await tx.query('savepoint before_lines');
  let kept = await keepLines(tx, lines);
  const known = closing !== null && (await fits(kept)) ? [] : await recognizeLines(tx, lines);
  if (known.length > 0) {
    await tx.query('rollback to savepoint before_lines');
    kept = await keepLines(tx, lines, known);
  }
  if (closing !== null && !(await fits(kept))) {
    const reported = await lineOfReports(tx, lines, known);
    throw doesNotFollow(where, account, { start, sum: kept.sum, closing, reported });
  }
  return { kept, isOld: await isOld(kept) };
}

/**
 * Returns the closing balance that is known for the statement's last day. An older statement must have the same closing
 * balance.
 */
async function closingBy(
  tx: PoolClient,
  { account, head }: GivenStatement,
  statementId: bigint,
): Promise<bigint | undefined> {
  const { rows } = await tx.query<{ closing: bigint }>(
    `select closing from bank_statements
     where account = $1 and id <> $2 and closing is not null and to_date <= $3 order by to_date desc, id desc limit 1`,
    [account.id, statementId, head.to],
  );
  return rows[0]?.closing;
}

/**
 * Returns the sum of the lines of later days that only reports without balances have brought. A report of one day can
 * come before the statement of the previous day, whose closing balance does not contain these lines. 0n after a
 * statement of a later day.
 */
async function laterByReports(tx: PoolClient, { account, head }: GivenStatement, statementId: bigint): Promise<bigint> {
  const { rows } = await tx.query<{ sum: bigint }>(
    `select coalesce(sum(l.amount), 0)::numeric(38, 0) as sum
     from bank_lines l join bank_statements s on s.id = l.statement_id
     where l.account = $1 and l.booked > $3 and l.explains is null and s.closing is null
       and not exists (select from bank_statements o
                       where o.account = $1 and o.id <> $2 and o.closing is not null and o.to_date > $3)`,
    [account.id, statementId, head.to],
  );
  return rows[0]?.sum ?? 0n;
}

type Difference = {
  readonly start: bigint;
  readonly sum: bigint;
  readonly closing: bigint;
  readonly reported: { readonly booked: string; readonly amount: bigint } | undefined;
};

export function doesNotFollow(
  where: string,
  { currency }: OperatorAccount,
  { start, sum, closing, reported }: Difference,
): BankFileProblem {
  const text = (units: bigint) => `${toDecimal(amountOf(currency, units))} ${currency}`;
  const question = reported
    ? ` If none is missing, ask the bank about ${text(reported.amount)} of ${reported.booked}: an earlier report has this ` +
      'line, but the statement does not.'
    : '';
  return new BankFileProblem(
    `${where} does not follow the earlier statements: ${text(start)} and new lines of ${text(sum)} give ` +
      `${text(start + sum)}, but the bank says ${text(closing)}. Import the missing statement first.${question}`,
    { isOutOfOrder: true },
  );
}
