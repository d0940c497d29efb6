import type { OperatorAccount } from '../src/providers/bank/bank.ts';
import type { TestApp } from './test-app.ts';

export const iban = 'DE75512108001245126199';
export const account: OperatorAccount = {
  id: 'main-eur',
  currency: 'EUR',
  holder: 'Florin Example Ltd',
  bank: 'Example Bank',
  purpose: 'safeguarding',
  iban,
};

/** Adds the account to the database, like a start with this account in FLORIN_CONFIG. */
export const addMainAccount = ({ database }: TestApp) =>
  database.pool.query(`insert into operator_accounts (id, currency) values ('main-eur', 'EUR')`);
