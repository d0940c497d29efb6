import type { StatementHead } from '@florin/bank-files';
import type { PoolClient } from 'pg';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { BankFileProblem } from './bank-file-problem.ts';
import {
  assertNoGap,
  assertNotBefore,
  assertWholeUnits,
  openingReference,
  unitsOf,
  type GivenStatement,
} from './check-statement.ts';
import type { DroppedLine } from './dropped-lines.ts';
import { settleLines } from './settle-lines.ts';

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
  /** Lines that were not booked, because an earlier file may have them. The next statement decides. */
  readonly waiting: number;
  /** Lines of earlier reports that the statement does not have. */
  readonly dropped: readonly DroppedLine[];
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
export async function acceptStatement(tx: PoolClient, given: GivenStatement): Promise<AcceptedStatement> {
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
  const balances = { statementId, start, opening, closing, where };
  const { kept, isOld, waiting, dropped } = await settleLines(tx, given, balances);

  await tx.query('update bank_statements set new_lines = $2 where id = $1', [statementId, kept.count]);
  await moveOn(tx, account.id, { end: start + kept.sum, head, isNewer: closing !== null && !isOld });
  return { account: account.id, ...pick(head), lines: given.lines, newLines: kept.count, waiting, dropped };
}

const pick = ({ sequence, from, to, opening, closing }: StatementHead) => ({ sequence, from, to, opening, closing });

async function standingOf(tx: PoolClient, account: string): Promise<Standing> {
  const { rows } = await tx.query<Standing>(
    'select balance, closed_on::text, sequence from operator_accounts where id = $1',
    [account],
  );
  if (!rows[0]) throw new Error(`the operator account ${account} is not in the database`);
  return rows[0];
}

async function keepStatement(
  tx: PoolClient,
  { fileId, account, head, lines }: GivenStatement,
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
