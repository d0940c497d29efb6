import type { StatementHead } from '@florin/bank-files';
import { amountOf, toDecimal } from '@florin/money';
import type { PoolClient } from 'pg';
import { BankFileProblem } from './bank-file-problem.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { keepLines, type KeptLines } from './keep-lines.ts';
import { lineOfReports, recognizeLines } from './recognize-lines.ts';

export type AcceptedStatement = {
  readonly account: string;
  readonly sequence: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly opening: string | null;
  readonly closing: string | null;
  readonly lines: number;
  /** The lines that no earlier file had. */
  readonly newLines: number;
};

type Given = {
  readonly fileId: string;
  /** The statement's number in the file. */
  readonly index: number;
  readonly account: OperatorAccount;
  readonly head: StatementHead;
  readonly lines: number;
  readonly format: string;
  /** The bank left out a statement number, and an operator confirmed this gap. */
  readonly acceptsGap: boolean;
};

type Standing = {
  readonly balance: bigint | null;
  readonly closed_on: string | null;
  readonly sequence: string | null;
};

/**
 * Checks a statement against its account, and stores its new lines. The account's balance plus the new lines must be
 * the closing balance. A missing, repeated or changed statement thus stops the import.
 *
 * The caller has locked the account. Errors: `BankFileProblem` with the figures.
 */
export async function acceptStatement(tx: PoolClient, given: Given): Promise<AcceptedStatement> {
  const { account, head, index } = given;
  const where = `Statement ${head.sequence ?? index + 1} of ${account.id}`;
  if (head.adds_up === false)
    throw new BankFileProblem(
      `${where}: the opening balance ${head.opening} and the lines do not give the closing balance ${head.closing}.`,
    );
  const [opening, closing] = [unitsOf(head.opening, account, where), unitsOf(head.closing, account, where)];
  await assertWholeUnits(tx, index, account, where);

  await assertNoGap(tx, given, where);
  if (closing === null) await assertNotBefore(tx, given, where);

  const before = await standingOf(tx, account.id);
  const start = before.balance ?? opening;
  if (start === null)
    throw new BankFileProblem(`${where}: the first statement of an account must have an opening balance.`);
  const statementId = await keepStatement(tx, given, { opening, closing });
  if (before.balance === null) await keepOpening(tx, statementId, account, start);
  const isOld = async ({ count }: KeptLines) => count === 0 && closing === (await closingBy(tx, given, statementId));
  const fits = async (kept: KeptLines) =>
    closing === start + kept.sum ||
    (await isOld(kept)) ||
    closing === start + kept.sum - (await laterByReports(tx, given, statementId));
  const lines = { statementId, index, account: account.id };
  await tx.query('savepoint before_lines');
  let added = await keepLines(tx, lines);
  const known = closing !== null && (await fits(added)) ? [] : await recognizeLines(tx, lines);
  if (known.length > 0) {
    await tx.query('rollback to savepoint before_lines');
    added = await keepLines(tx, lines, known);
  }
  const end = start + added.sum;
  if (closing !== null && !(await fits(added))) {
    const reported = await lineOfReports(tx, lines, known);
    throw doesNotFollow(where, account, { start, sum: added.sum, closing, reported });
  }

  await tx.query('update bank_statements set new_lines = $2 where id = $1', [statementId, added.count]);
  await moveOn(tx, account.id, { end, head, isNewer: closing !== null && !(await isOld(added)) });
  return { account: account.id, ...pick(head), lines: given.lines, newLines: added.count };
}

const pick = ({ sequence, from, to, opening, closing }: StatementHead) => ({ sequence, from, to, opening, closing });

/** 14 digits before the point. A line may have at most 13 digits there, because the ledger's amounts have 64 bits. */
const tooLarge = /\d{14}\./;
const wholeCents = /^(-?\d+)\.(\d\d)$/;

/**
 * Returns a balance in the smallest unit. Errors: `BankFileProblem` if the balance is too large or has too many
 * decimals.
 */
function unitsOf(text: string | null, { currency }: OperatorAccount, where: string): bigint | null {
  if (text === null) return null;
  const [, whole, cents] = wholeCents.exec(text) ?? [];
  if (whole === undefined || cents === undefined)
    throw new BankFileProblem(`${where}: the balance ${text} has more decimals than ${currency} has.`);
  if (tooLarge.test(text)) throw new BankFileProblem(`${where}: the balance ${text} is too large.`);
  return BigInt(whole + cents);
}

/** An amount with more decimals is refused, never rounded, and so is an amount in another currency. */
async function assertWholeUnits(tx: PoolClient, index: number, { currency }: OperatorAccount, where: string) {
  const { rows } = await tx.query<{ amount: string; currency: string }>(
    `select amount::text, currency from staged_lines
     where statement = $1 and (amount <> round(amount, 2) or abs(amount) >= 1e13 or currency <> $2) limit 1`,
    [index, currency],
  );
  const [wrong] = rows;
  if (wrong)
    throw new BankFileProblem(
      `${where}: a line over ${wrong.amount} ${wrong.currency} is not in whole cents of ${currency}.`,
    );
}

/** The lines of a missing statement can sum to zero, and the balances then do not show the gap. */
async function assertNoGap(tx: PoolClient, { account, head, format, acceptsGap }: Given, where: string): Promise<void> {
  const number = numberOf(head.sequence);
  if (number === undefined || head.closing === null || acceptsGap) return;
  const { rows } = await tx.query<{ sequence: string | null }>(
    `select s.sequence from bank_statements s join bank_files f on f.id = s.file_id
     where s.account = $1 and f.format = $2 and s.closing is not null and coalesce(s.to_date <= $3, true)
     order by s.to_date desc nulls last, s.id desc limit 1`,
    [account.id, format, head.from],
  );
  const last = numberOf(rows[0]?.sequence ?? null);
  if (last === undefined || number <= last + 1) return; // the numbers begin again each year
  const missing = number === last + 2 ? `statement ${last + 1} is` : `statements ${last + 1} to ${number - 1} are`;
  throw new BankFileProblem(
    `${where} follows number ${last}, so ${missing} missing. Import it first. If the bank left a number out, ` +
      'import the file with: npm run florin -- bank import --accept-gap',
    { isOutOfOrder: true },
  );
}

/**
 * Rejects lines from before the account's first statement, because its opening balance already contains their money.
 * Without a closing balance, no other check would detect that these lines count twice.
 */
async function assertNotBefore(tx: PoolClient, { index, account }: Given, where: string): Promise<void> {
  const { rows } = await tx.query<{ booked: string; start: string }>(
    `select min(l.booked)::text as booked, f.start::text
     from staged_lines l
     cross join (select s.from_date as start from bank_lines o join bank_statements s on s.id = o.statement_id
                 where o.account = $2 and o.booked is null and o.bank_reference = $3 and o.match = 'own-funds') f
     where l.statement = $1 and l.amount <> 0 and l.booked < f.start group by f.start`,
    [index, account.id, openingReference],
  );
  const [early] = rows;
  if (early)
    throw new BankFileProblem(
      `${where}: a line of ${early.booked} is from before the first statement, which begins on ${early.start}. ` +
        'The opening balance already contains this line.',
    );
}

/** Returns a statement's number, such as 12 for `12/1`. Long numbers are dates or other ids. */
function numberOf(sequence: string | null): number | undefined {
  const digits = /^0*(\d{1,5})(?:\/\d+)?$/.exec(sequence ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

async function standingOf(tx: PoolClient, account: string): Promise<Standing> {
  const { rows } = await tx.query<Standing>(
    'select balance, closed_on::text, sequence from operator_accounts where id = $1',
    [account],
  );
  if (!rows[0]) throw new Error(`the operator account ${account} is not in the database`);
  return rows[0];
}

/**
 * Returns the closing balance that is known for the statement's last day. An older statement must have the same closing
 * balance.
 */
async function closingBy(tx: PoolClient, { account, head }: Given, statementId: bigint): Promise<bigint | undefined> {
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
async function laterByReports(tx: PoolClient, { account, head }: Given, statementId: bigint): Promise<bigint> {
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

async function keepStatement(
  tx: PoolClient,
  { fileId, account, head, lines }: Given,
  { opening, closing }: { opening: bigint | null; closing: bigint | null },
): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>(
    `insert into bank_statements (file_id, account, sequence, from_date, to_date, opening, closing, lines, new_lines)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 0) returning id`,
    [fileId, account.id, head.sequence, head.from, head.to, opening, closing, lines],
  );
  if (!rows[0]) throw new Error('the statement was not stored');
  return rows[0].id;
}

const openingReference = 'opening';

/** The balance before an account's first statement belongs to the owners. */
async function keepOpening(tx: PoolClient, statementId: bigint, { id }: OperatorAccount, opening: bigint) {
  if (opening === 0n) return;
  await tx.query(
    `insert into bank_lines (statement_id, account, amount, bank_reference, ordinal, remittance, reversal, match)
     values ($1, $2, $3, $4, 1, 'Opening balance of the first statement', false, 'own-funds')`,
    [statementId, id, opening, openingReference],
  );
}

async function moveOn(
  tx: PoolClient,
  account: string,
  { end, head, isNewer }: { end: bigint; head: StatementHead; isNewer: boolean },
): Promise<void> {
  await tx.query(
    `update operator_accounts
     set balance = $2, closed_on = case when $3 then coalesce($4, closed_on) else closed_on end,
         sequence = case when $3 then $5 else sequence end
     where id = $1`,
    [account, end, isNewer, head.to, head.sequence],
  );
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
