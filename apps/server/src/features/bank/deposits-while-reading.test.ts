import { Buffer } from 'node:buffer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { camt053, type GivenLine } from '../../../test/camt053.ts';
import { listedNames } from '../../../test/listed-names.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { bookLines } from './book-lines.ts';
import { importBankFile } from './import-file.ts';
import { paymentReferenceOf } from './payment-references.ts';
import { rulesOf } from './rules.ts';

const account = {
  currency: 'EUR',
  holder: 'Florin Example Ltd',
  bank: 'Example Bank',
  purpose: 'safeguarding',
} as const;
const accounts: readonly OperatorAccount[] = [
  { ...account, id: 'first', iban: 'DE75512108001245126199' },
  { ...account, id: 'second', iban: 'DE89370400440532013000' },
];
const settings = { operatorAccounts: accounts, thirdPartyDeposits: 'review', ...listedNames } as const;

let florin: TestApp;
beforeEach(async () => {
  florin = await createTestApp();
  await florin.database.pool.query(
    `insert into operator_accounts (id, currency) values ('first', 'EUR'), ('second', 'EUR')`,
  );
});
afterEach(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Imports a statement of an account, as the inbox does or as the command line does. */
async function imported(iban: string, lines: readonly GivenLine[], by: 'inbox' | 'command line'): Promise<void> {
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  const text = camt053([{ iban, currency: 'EUR', opening: '0.00', closing: (cents / 100).toFixed(2), lines }]);
  const open = async function* () {
    yield Buffer.from(text);
  };
  const rules = by === 'inbox' ? rulesOf(settings) : undefined;
  await importBankFile({ pool: florin.database.pool, accounts, rules }, { name: `${iban}.xml`, open });
}

const book = () => {
  const { ledger, logger } = florin.app.dependencies;
  return bookLines({ pool: florin.database.pool, ledger, logger, ...settings });
};

/** Returns the reason or the match of each line of an account, in the order of the file. */
async function matches(id: string): Promise<readonly (string | null)[]> {
  const { rows } = await florin.database.pool.query<{ match: string | null; reason: string | null }>(
    'select match, reason from bank_lines where account = $1 order by id',
    [id],
  );
  return rows.map(({ match, reason }) => reason ?? match);
}

const [first = '', second = ''] = accounts.map(({ iban }) => iban);
const line = (amount: string, more: Partial<GivenLine> = {}): GivenLine => ({ amount, day: '2026-11-20', ...more });

test('lines are booked the same whether deposits are found while the file is read or later', async () => {
  const [nora, cora] = [await florin.signUp('Nora Lind'), await florin.signUp('Cora Berg')];
  const pool = florin.database.pool;
  const [own, gone] = [await paymentReferenceOf(pool, nora.user.id), await paymentReferenceOf(pool, cora.user.id)];
  await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [cora.user.id]);
  const lines = [
    line('10.00', { payer: 'LIND NORA', text: `Deposit ${own}`, id: '1' }),
    line('11.00', { payer: 'Somebody Else', text: own, id: '2' }),
    line('12.00', { payer: 'Nora Lind', text: 'no reference', id: '3' }),
    line('13.00', { payer: 'Nora Lind', text: `${own} ${gone}`, id: '4' }),
    line('14.00', { payer: 'Cora Berg', text: gone, id: '5' }),
    line('15.00', { payer: 'Listed Person', text: own, id: '6' }),
    line('-1.00', { text: 'charge', code: 'PMNT-MCOP-CHRG', id: '7' }),
    line('-2.00', { payer: 'Somebody', text: own, id: '8' }),
    line('0.00', { payer: 'Nora Lind', text: own, id: '9' }),
    line('16.00', { payer: 'Nora Lind', text: own, id: '10', payerAccount: 'FR7630006000011234567890189' }),
    line('10.00', { payer: 'LIND NORA', text: `Deposit ${own}`, id: '1' }),
  ];
  await imported(first, lines, 'inbox');
  const deposit = (match: string | null) => (match === 'deposit' ? match : null);
  expect(await matches('first')).toEqual(['deposit', ...Array.from({ length: 7 }, () => null), 'deposit', 'deposit']);
  const found = await matches('first');
  await imported(second, lines, 'command line');
  expect(await matches('second')).toEqual(found.map(() => null));
  await book();
  expect((await matches('first')).map(deposit)).toEqual(found);
  expect(await matches('second')).toEqual(await matches('first'));
});

test('a deposit is not found while its file is read if its reversal precedes it in the file', async () => {
  const nora = await florin.signUp('Nora Lind');
  const text = await paymentReferenceOf(florin.database.pool, nora.user.id);
  const lines = [
    line('5.00', { payer: 'Nora Lind', text, id: '1' }),
    line('-7.00', { reversal: true, endToEnd: 'E2', id: '2' }),
    line('7.00', { payer: 'Nora Lind', text, endToEnd: 'E2', id: '3' }),
  ];
  await imported(first, lines, 'inbox');
  expect(await matches('first')).toEqual([null, null, null]);
  await book();
  const balances = await florin.app.dependencies.ledger.balancesOf(nora.user.id);
  expect(balances.find(({ asset }) => asset === 'EUR')?.available).toBe(500n);
});
