import type { PaymentAccount } from '@florin/bank-files';
import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../../platform/database/pool.ts';
import { payerAccountOf } from './payer-account.ts';

/** Unallocated money that goes back to its payer. */
export type PayerReturn = {
  readonly line: bigint;
  /** The operator account that received the money and pays it back. */
  readonly account: string;
  readonly amount: Amount<FiatCode>;
  readonly payer: string;
  readonly payerAccount: PaymentAccount;
  /** The payer's account in the statement. */
  readonly payerNumber: string;
  readonly since: Date;
};

type Row = {
  id: bigint;
  account: string;
  currency: FiatCode;
  amount: bigint;
  counterparty: string;
  counterparty_account: string;
  imported_at: Date;
};

/** Returns the money that goes back to its payers, oldest first: of all lines, or of these lines. */
export async function payerReturns(database: Queryable, lines?: readonly bigint[]): Promise<PayerReturn[]> {
  const { rows } = await database.query<Row>(
    `select l.id, l.account, a.currency, l.amount, l.counterparty, l.counterparty_account, f.imported_at
     from bank_lines l
     join operator_accounts a on a.id = l.account
     join bank_statements s on s.id = l.statement_id
     join bank_files f on f.id = s.file_id
     where l.reason is not null and l.match = 'to-payer' and l.posted and ($1::bigint[] is null or l.id = any ($1))
     order by l.id`,
    [lines ?? null],
  );
  return rows.flatMap((row) => {
    const payerAccount = payerAccountOf(row.currency, row.counterparty_account);
    if (!payerAccount) return [];
    return {
      line: row.id,
      account: row.account,
      amount: amountOf(row.currency, row.amount),
      payer: row.counterparty,
      payerAccount,
      payerNumber: row.counterparty_account,
      since: row.imported_at,
    };
  });
}

/** Returns which lines are in a batch, or with the bank. */
export async function returnsInBatches(
  database: Queryable,
  lines: readonly bigint[],
): Promise<ReadonlyMap<bigint, 'batched' | 'sent'>> {
  const { rows } = await database.query<{ line_id: bigint; state: 'batched' | 'sent' }>(
    `select line_id, state from payouts where line_id = any ($1) and state in ('batched', 'sent')`,
    [lines],
  );
  return new Map(rows.map(({ line_id, state }) => [line_id, state]));
}

/** Locks lines until the transaction ends, and returns the lines whose money must go back to their payers. */
export async function lockReturns(tx: Queryable, lines: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await tx.query<{ id: bigint; match: string }>(
    'select id, match from bank_lines where id = any ($1) order by id for update',
    [lines],
  );
  return rows.filter(({ match }) => match === 'to-payer').map(({ id }) => id);
}

/** The id of a return in the list of ready payouts. */
export const idOfReturn = (line: bigint): string => `l${line}`;

/** Returns the line of a ready return, or undefined for an id of another kind. */
export function lineOfId(id: string): bigint | undefined {
  const digits = /^l(\d{1,18})$/.exec(id)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}
