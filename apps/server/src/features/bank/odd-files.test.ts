import { afterAll, beforeAll, expect, test } from 'vitest';
import { camt053 } from '../../../test/camt053.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { BankFileProblem } from './bank-file-problem.ts';
import { importBankFile } from './import-file.ts';

const account: OperatorAccount = {
  id: 'main-eur',
  currency: 'EUR',
  holder: 'Florin Example Ltd',
  bank: 'Example Bank',
  purpose: 'safeguarding',
  iban: 'DE75512108001245126199',
};

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
  await florin.database.pool.query(`insert into operator_accounts (id, currency) values ('main-eur', 'EUR')`);
});
afterAll(() => florin.close());

const camt = (opening: string, closing: string) =>
  camt053([
    {
      iban: 'DE75512108001245126199',
      currency: 'EUR',
      opening,
      closing,
      from: '2026-11-16',
      to: '2026-11-16',
      lines: [{ amount: '250.00', day: '2026-11-16', payer: 'Ada', text: 'one', id: 'A1' }],
    },
  ]);
const mt940 =
  ':20:X\r\n:25:DE75512108001245126199\r\n:28C:1\x00/1\r\n:60F:C261116EUR100,\r\n' +
  ':61:2611161116C10,NTRFNONREF//B\x001\r\n:86:166?20Hello\x00World\r\n:62F:C261116EUR110,\r\n-\r\n';
const bai2 =
  '01,121000358,ACME,261117,0400,1,80,1,2/\n02,ACME,121000358,1,261117,,EUR,2/\n' +
  '03,DE75512108001245126199,EUR,010,11000,,,015,12000,,/\n16,195,1000,,B2,,pay\x00ment/\n' +
  '49,24000,4/\n98,24000,1,6/\n99,24000,1,8/\n';

const imported = (text: string) =>
  importBankFile(
    { pool: florin.database.pool, accounts: [account] },
    {
      name: 'odd',
      open: async function* () {
        yield Buffer.from(text);
      },
    },
  );

test.each([
  ['a balance of more digits than the books have', camt(`${'9'.repeat(18)}.00`, `1${'0'.repeat(15)}249.00`)],
  ['a balance of more digits than the database has', camt(`${'9'.repeat(36)}.00`, `1${'0'.repeat(33)}249.00`)],
  ['a booking date in the year 0', camt('100.00', '350.00').replace('<BookgDt><Dt>2026', '<BookgDt><Dt>0000')],
])('a statement with %s is refused with a sentence', async (_, text) => {
  const problem = await imported(text).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(BankFileProblem);
  expect(String(problem)).toMatch(/is too large\.|is not a date\./);
});

test.each([
  ['MT940', mt940],
  ['BAI2', bai2],
])('a statement in %s with NUL characters is imported with a warning', async (_, text) => {
  const { statements, warnings } = await imported(text);
  expect(statements).toMatchObject([{ newLines: 1 }]);
  expect(warnings).toContain('The file has NUL characters. They were read as blanks.');
});

test('a line from before the first statement is refused if its file has no closing balance', async () => {
  const lineOf = (day: string) =>
    camt053([{ iban: 'DE75512108001245126199', currency: 'EUR', lines: [{ amount: '7.00', day, id: day }] }]);
  await expect(imported(lineOf('2026-11-15'))).rejects.toThrow(
    'a line of 2026-11-15 is from before the first statement, which begins on 2026-11-16.',
  );
  expect(await imported(lineOf('2026-11-16'))).toMatchObject({ statements: [{ newLines: 1 }] });
});
