import { amountOf, toDecimal } from '@florin/money';
import type { PoolClient } from 'pg';
import { numberArray } from '../../platform/database/array-literal.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { BankFileProblem } from './bank-file-problem.ts';
import type { GivenStatement } from './check-statement.ts';
import { droppedLines, keepDropped, type DroppedLine } from './dropped-lines.ts';
import { keepLines, type KeptLines, type LinesOfStatement } from './keep-lines.ts';
import type { Pairs } from './pair-lines.ts';
import { lineOfReports, recognizeLines } from './recognize-lines.ts';
import { adoptDays, dateLines } from './undated-lines.ts';

type Balances = {
  readonly statementId: bigint;
  /** The account's balance before the statement's new lines. */
  readonly start: bigint;
  readonly opening: bigint | null;
  /** Null for a report without balances. */
  readonly closing: bigint | null;
  /** The name of the statement in a sentence. */
  readonly where: string;
};

type SettledLines = {
  readonly kept: KeptLines;
  /** True if earlier statements contained all lines and had the same closing balance. */
  readonly isOld: boolean;
  /** Lines of a report that were left out, although they are perhaps new. */
  readonly waiting: number;
  /** Lines of reports that the statement does not have. `kept.sum` contains the debits for them. */
  readonly dropped: readonly DroppedLine[];
};

/**
 * Stores the new lines of a statement. The balances decide which lines are new. A report without balances books no line
 * that an earlier file may have: the line waits for the statement.
 *
 * Errors: `BankFileProblem` if the new lines do not lead to the closing balance.
 */
export async function settleLines(tx: PoolClient, given: GivenStatement, balances: Balances): Promise<SettledLines> {
  const { statementId, start, closing, where } = balances;
  const lines = { statementId, index: given.index, account: given.account.id };
  await dateLines(tx, lines);
  await tx.query('savepoint before_lines');
  if (closing === null) return settleReport(tx, lines);
  const byIdentity = await keepLines(tx, lines);
  const isOld = async ({ count }: KeptLines) => count === 0 && closing === (await closingBy(tx, given, statementId));
  const settled = async (kept: KeptLines) => ({ kept, isOld: await isOld(kept), waiting: 0, dropped: [] });
  if (closing === start + byIdentity.sum) return settled(byIdentity);

  const later = await laterByReports(tx, given, statementId);
  const fits = async (kept: KeptLines, undated = 0n) =>
    closing === start + kept.sum || (await isOld(kept)) || closing === start + kept.sum - later - undated;
  if (await fits(byIdentity)) return settled(byIdentity);
  const recognized = await recognizeLines(tx, lines, false);
  const { known } = recognized;
  const kept = known.length > 0 ? await keepAgain(tx, lines, { known }) : byIdentity;
  if ((await fits(kept)) || (await fits(kept, await undatedSum(tx, lines, recognized)))) {
    await adoptDays(tx, lines.account, known);
    return settled(kept);
  }
  if (kept.undated > 0 && (await followsLast(tx, balances, lines))) {
    const allNew = await keepAgain(tx, lines, { undatedAreNew: true });
    if (closing === start + allNew.sum) return settled(allNew);
  }
  const dropped = kept.undated === 0 ? await droppedLines(tx, lines, known) : [];
  const sum = kept.sum - dropped.reduce((total, { amount }) => total + amount, 0n);
  if (dropped.length > 0 && closing === start + sum - later) {
    await adoptDays(tx, lines.account, known);
    await keepDropped(tx, lines, dropped);
    return { kept: { ...kept, sum }, isOld: false, waiting: 0, dropped };
  }
  const reported = await lineOfReports(tx, lines, known);
  throw doesNotFollow(where, given.account, { start, sum: kept.sum, closing, reported });
}

async function keepAgain(
  tx: PoolClient,
  lines: LinesOfStatement,
  exceptions: Parameters<typeof keepLines>[2],
): Promise<KeptLines> {
  await tx.query('rollback to savepoint before_lines');
  return keepLines(tx, lines, exceptions);
}

/** Stores the lines of a report that no earlier file may have. */
async function settleReport(tx: PoolClient, lines: LinesOfStatement): Promise<SettledLines> {
  const byIdentity = await keepLines(tx, lines);
  const { known } = await recognizeLines(tx, lines, true);
  const kept = known.length > 0 ? await keepAgain(tx, lines, { known }) : byIdentity;
  const waiting = kept.undated + known.filter(({ isUndated }) => isUndated).length;
  return { kept, isOld: false, waiting, dropped: [] };
}

/**
 * Returns whether the statement begins at the account's balance and no report has come since the last statement. All
 * lines of such a statement are new.
 */
async function followsLast(
  tx: PoolClient,
  { start, opening }: Balances,
  { statementId, account }: LinesOfStatement,
): Promise<boolean> {
  if (opening !== start) return false;
  const { rowCount } = await tx.query(`select ${reportedSinceLast} limit 1`, [account, statementId]);
  return rowCount === 0;
}

/**
 * Returns the sum of the lines without a day that reports have brought since the last statement. They can be lines of a
 * later day, which the closing balance does not contain. Leaves out the recognized and the doubtful lines.
 */
async function undatedSum(
  tx: PoolClient,
  { statementId, account }: LinesOfStatement,
  { known, doubtful }: Pairs,
): Promise<bigint> {
  const { rows } = await tx.query<{ sum: bigint }>(
    `select coalesce(sum(l.amount), 0)::numeric(38, 0) as sum ${reportedSinceLast}
       and l.booked is null and l.explains is null and l.id <> all ($3)`,
    [account, statementId, numberArray([...known.map(({ knownAs }) => knownAs), ...doubtful])],
  );
  return rows[0]?.sum ?? 0n;
}

const reportedSinceLast = `from bank_lines l join bank_statements s on s.id = l.statement_id
  where l.account = $1 and s.closing is null and l.statement_id > coalesce(
    (select max(o.id) from bank_statements o where o.account = $1 and o.id <> $2 and o.closing is not null), 0)`;

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

function doesNotFollow(
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
