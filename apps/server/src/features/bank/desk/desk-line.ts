import type { Policy } from '@florin/contract';
import { amountOf, formatAmount, isMoreThan, usdEquivalentCeil, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lineSubject } from './line-subject.ts';

/** A statement line with the data that the desk's commands need. */
export type DeskLine = {
  readonly id: bigint;
  readonly account: string;
  readonly amount: Amount<FiatCode>;
  readonly match: string | null;
  readonly posted: boolean;
  readonly reason: string | null;
  readonly userId: string | null;
  /** The member in the payment reference. */
  readonly member: { readonly id: string; readonly name: string } | undefined;
  readonly payer: string | null;
  readonly payerNumber: string | null;
  /** The number of times that the deposit was taken back. */
  readonly recalls: number;
};

type Row = {
  id: bigint;
  account: string;
  amount: bigint;
  currency: FiatCode;
  match: string | null;
  posted: boolean;
  reason: string | null;
  user_id: string | null;
  member_name: string | null;
  counterparty: string | null;
  counterparty_account: string | null;
  recalls: number;
};

/** Errors: `line_not_found`. */
export async function lineById(database: Queryable, id: bigint | string): Promise<DeskLine> {
  const { rows } = await database.query<Row>(
    `select l.id, l.account, l.amount, a.currency, l.match, l.posted, l.reason, l.user_id, l.counterparty,
            l.counterparty_account, l.recalls, p.name as member_name
     from bank_lines l join operator_accounts a on a.id = l.account left join people p on p.id = l.user_id
     where l.id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Refusal('line_not_found', 'This statement line does not exist.');
  const { amount, currency, user_id: userId, member_name: name, ...given } = row;
  const { counterparty: payer, counterparty_account: payerNumber, ...rest } = given;
  const member = userId !== null && name !== null ? { id: userId, name } : undefined;
  return { ...rest, amount: amountOf(currency, amount), userId, member, payer, payerNumber };
}

/** Locks a line until the transaction ends, and returns the line's state after locking. */
export async function lockLine(tx: Queryable, id: bigint): Promise<DeskLine> {
  await tx.query('select from bank_lines where id = $1 for update', [id]);
  return lineById(tx, id);
}

export const needsSecond = ({ thresholds }: Policy, { amount }: Pick<DeskLine, 'amount'>): boolean =>
  isMoreThan(usdEquivalentCeil(amount), thresholds.secondOperator);

/** The details of a line in the audit trail. */
export const lineText = ({ id, amount }: DeskLine): string => `${lineSubject(id)}, ${formatAmount(amount)}`;

/** Parameters of a proposal about a line. */
export const aboutLine = ({ id, amount }: DeskLine) => ({
  line: String(id),
  asset: amount.asset,
  units: String(amount.units),
});

/** The debit and the credit of a payout are both there. */
export const closesSoon = 'The bank has balanced this line. It closes in a few seconds.';

export const notUnallocated = (sentence = 'This line is allocated already.') =>
  new Refusal('line_not_unallocated', sentence);
