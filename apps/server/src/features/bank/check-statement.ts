import type { StatementHead } from '@florin/bank-files';
import type { PoolClient } from 'pg';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { BankFileProblem } from './bank-file-problem.ts';

export type GivenStatement = {
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

/** The bank reference of the line for the balance before an account's first statement. */
export const openingReference = 'opening';

/** 14 digits before the point. A line may have at most 13 digits there, because the ledger's amounts have 64 bits. */
const tooLarge = /\d{14}\./;
const wholeCents = /^(-?\d+)\.(\d\d)$/;

/**
 * Returns a balance in the smallest unit. Errors: `BankFileProblem` if the balance is too large or has too many
 * decimals.
 */
export function unitsOf(text: string | null, { currency }: OperatorAccount, where: string): bigint | null {
  if (text === null) return null;
  const [, whole, cents] = wholeCents.exec(text) ?? [];
  if (whole === undefined || cents === undefined)
    throw new BankFileProblem(`${where}: the balance ${text} has more decimals than ${currency} has.`);
  if (tooLarge.test(text)) throw new BankFileProblem(`${where}: the balance ${text} is too large.`);
  return BigInt(whole + cents);
}

/** An amount with more decimals is refused, never rounded, and so is an amount in another currency. */
export async function assertWholeUnits(tx: PoolClient, index: number, { currency }: OperatorAccount, where: string) {
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
export async function assertNoGap(
  tx: PoolClient,
  { account, head, format, acceptsGap }: GivenStatement,
  where: string,
): Promise<void> {
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
export async function assertNotBefore(
  tx: PoolClient,
  { index, account }: GivenStatement,
  where: string,
): Promise<void> {
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
