import { amountOf, formatAmount } from '@florin/money';
import type { Queryable } from '../../../platform/database/pool.ts';
import type { OperatorAccount } from '../../../providers/bank/bank.ts';

/** An account's balances in the smallest unit, and its lines that are not in the ledger yet, all from one snapshot. */
export type Standing = { readonly balance: bigint; readonly inBooks: bigint; readonly unbooked: number };

type Row = { id: string; balance: bigint; in_books: bigint; unbooked: number };

/** Returns the state of each account that has a statement. */
export async function readStandings(
  database: Queryable,
  accounts: readonly OperatorAccount[],
): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await database.query<Row>(
    `select a.id, a.balance,
            coalesce((select -b.posted from books.house_balances b where b.kind = 'bank:' || a.id), 0) as in_books,
            (select count(*)::int from bank_statements s join bank_lines l on l.statement_id = s.id
             where s.account = a.id and not s.posted and not l.posted) as unbooked
     from operator_accounts a where a.id = any ($1) and a.balance is not null`,
    [accounts.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, balance, in_books: inBooks, unbooked }) => [id, { balance, inBooks, unbooked }]));
}

/** Returns the sentence that says why an account's day cannot be closed. */
export function problemOf(
  { id, currency }: OperatorAccount,
  { balance, inBooks, unbooked }: Standing,
): string | undefined {
  if (unbooked > 0)
    return (
      `${unbooked} ${unbooked === 1 ? 'line' : 'lines'} of ${id} ${unbooked === 1 ? 'is' : 'are'} not booked yet. ` +
      'Try again in a few seconds. If this message stays, look for “a statement line is stuck” in the log.'
    );
  if (balance === inBooks) return undefined;
  const text = (units: bigint) => formatAmount(amountOf(currency, units));
  return `Bank and books of ${id} differ: ${text(balance)} at the bank, ${text(inBooks)} in the books.`;
}

export const noStatement = 'No account has a statement yet. Import one first.';
