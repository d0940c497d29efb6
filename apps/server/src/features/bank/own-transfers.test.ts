import { afterAll, beforeAll, expect, test } from 'vitest';
import { camt053, type GivenLine, type GivenStatement } from '../../../test/camt053.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { bookLines } from './book-lines.ts';
import { clientMoney, coveredPercent } from './client-money.ts';
import { importBankFile } from './import-file.ts';
import { keepOperatorAccounts } from './operator-account.ts';
import { paymentReferenceOf } from './payment-references.ts';

const [members, own] = ['DE75512108001245126199', 'DE89370400440532013000'];
const common = { currency: 'EUR', holder: 'Florin Example Ltd', bank: 'Example Bank' } as const;
const accounts: readonly OperatorAccount[] = [
  { ...common, id: 'main-eur', purpose: 'safeguarding', iban: members },
  { ...common, id: 'own-eur', purpose: 'own_funds', iban: own },
];

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
  await keepOperatorAccounts(florin.database.pool, accounts);
});
afterAll(() => florin.close());

let files = 0;
async function imported(statement: GivenStatement): Promise<void> {
  const { pool } = florin.database;
  const open = async function* () {
    yield Buffer.from(camt053([statement]));
  };
  await importBankFile({ pool, accounts }, { name: `statement-${(files += 1)}.xml`, open });
  await bookLines({ ...florin.app.dependencies, operatorAccounts: accounts, thirdPartyDeposits: 'review' });
}
const line = (amount: string, more: Partial<GivenLine>): GivenLine => ({
  amount,
  day: '2026-11-20',
  id: `L${files}`,
  ...more,
});
const toMembers = (...lines: GivenLine[]) => imported({ iban: members, currency: 'EUR', lines });

async function covered(): Promise<number | null | undefined> {
  const [euros] = await clientMoney(florin.database.pool, accounts, true);
  return euros && coveredPercent(euros);
}
async function matches(): Promise<string[]> {
  const { rows } = await florin.database.pool.query<{ match: string }>('select match from bank_lines order by id');
  return rows.map(({ match }) => match);
}

test('a transfer between the operator’s accounts is own funds, and restores the client money after a charge', async () => {
  const ines = await florin.signUp('Inês Müller');
  const text = await paymentReferenceOf(florin.database.pool, ines.user.id);
  await imported({ iban: members, currency: 'EUR', opening: '0.00', closing: '0.00' });
  await imported({ iban: own, currency: 'EUR', opening: '500.00', closing: '500.00' });
  await toMembers(line('40.00', { payer: 'Inês Müller', text }));
  await toMembers(line('-1.20', { code: 'CHRG' }));
  expect(await covered()).toBe(97);
  await imported({
    iban: own,
    currency: 'EUR',
    lines: [line('-1.20', { payer: 'Florin Example Ltd', payerAccount: members })],
  });
  await toMembers(line('1.20', { payer: 'Florin Example Ltd', payerAccount: own }));
  expect(await covered()).toBe(100);
  expect(await matches()).toEqual(['own-funds', 'deposit', 'bank-fee', 'own-funds', 'own-funds']);
});

test('a statement line that names its own account as the counterparty waits for an operator', async () => {
  await toMembers(line('7.00', { payer: 'Florin Example Ltd', payerAccount: members }));
  expect((await matches()).at(-1)).toBe('unallocated');
});
