import type { Queryable } from '../../platform/database/pool.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';

/** Returns the account of a statement, if it is one of the given accounts. */
export function accountNamed(accounts: readonly OperatorAccount[], name: string): OperatorAccount | undefined {
  const wanted = bare(name);
  return accounts.find(({ iban, account_number, statement_names = [] }) =>
    [iban, account_number, ...statement_names].some((own) => own !== undefined && bare(own) === wanted),
  );
}

/**
 * Returns whether a line names another account of the operator. A number without its bank does not count, because
 * accounts at other banks may have the same number.
 */
export function isOwnAccount(accounts: readonly OperatorAccount[], account: string, number: string): boolean {
  const wanted = bare(number);
  return accounts.some(
    ({ id, iban, account_number: local = '', sort_code: sort, routing_number: routing }) =>
      id !== account &&
      [iban, sort && sort + local, routing && routing + local].some((own) => own && bare(own) === wanted),
  );
}

const bare = (name: string) => name.replace(/[^\dA-Za-z]/g, '').toUpperCase();

/** Adds the accounts that the database does not have yet. */
export async function keepOperatorAccounts(database: Queryable, accounts: readonly OperatorAccount[]): Promise<void> {
  await database.query(
    `insert into operator_accounts (id, currency) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [accounts.map(({ id }) => id), accounts.map(({ currency }) => currency)],
  );
}

/** The kind of the ledger account that stands for a bank account. Its balance is minus the balance at the bank. */
export const bankAccountKind = (id: string) => `bank:${id}` as const;
