import { Buffer } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { camt053, type GivenLine, type GivenStatement } from '../../../test/camt053.ts';
import { account, addMainAccount, iban } from '../../../test/main-account.ts';
import { listedNames } from '../../../test/listed-names.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { bookLines } from './book-lines.ts';
import { importBankFile } from './import-file.ts';

let florin: TestApp;
beforeEach(async () => {
  florin = await createTestApp();
  await addMainAccount(florin);
  await statement({ from: '2026-11-19', to: '2026-11-19', opening: '0.00', closing: '0.00' });
});
afterEach(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

let files = 0;
/** Imports a file, and returns how many new lines each of its statements has. */
async function imported(text: string): Promise<readonly number[]> {
  const { pool, ledger, logger } = florin.app.dependencies;
  const open = async function* () {
    yield Buffer.from(text);
  };
  const { statements } = await importBankFile({ pool, accounts: [account] }, { name: `${(files += 1)}.xml`, open });
  const rules = { ...listedNames, thirdPartyDeposits: 'review', operatorAccounts: [account] } as const;
  await bookLines({ pool, ledger, logger, ...rules });
  return statements.map(({ newLines }) => newLines);
}

const day = '2026-11-20';
const statement = (given: Partial<GivenStatement>) =>
  imported(camt053([{ iban, currency: 'EUR', ...given }]).replace('TEST', `M${files}`));
const report = (...lines: readonly GivenLine[]) =>
  imported(
    camt053([{ iban, currency: 'EUR', lines }])
      .replace('camt.053', 'camt.052')
      .replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')
      .replaceAll('Stmt>', 'Rpt>')
      .replace('TEST', `M${files}`),
  );
const dayOf = (closing: string, ...lines: readonly GivenLine[]) => statement({ opening: '0.00', closing, lines });
const line = (more: Partial<GivenLine> = {}): GivenLine => ({
  amount: '7.00',
  day,
  payer: 'Ann',
  text: 'one',
  ...more,
});

async function atBank(): Promise<number> {
  const { rows } = await florin.database.pool.query<{ posted: bigint }>(
    `select posted from books.house_balances where kind = 'bank:main-eur' and asset = 'EUR'`,
  );
  return -Number(rows[0]?.posted ?? 0n);
}

describe('a line that a report brought without the reference of the bank', () => {
  test('a reported line without a bank reference is booked once, and later statements are accepted', async () => {
    expect(await report(line())).toEqual([1]);
    expect(await dayOf('12.00', line({ id: 'X1' }), line({ amount: '5.00', id: 'X2' }))).toEqual([1]);
    expect(await dayOf('12.00', line({ id: 'X1' }), line({ amount: '5.00', id: 'X2' }))).toEqual([0]);
    const next = { from: '2026-11-21', to: '2026-11-21', opening: '12.00', closing: '15.00' };
    expect(await statement({ ...next, lines: [line({ amount: '3.00', day: '2026-11-21', id: 'X3' })] })).toEqual([1]);
    expect(await atBank()).toBe(15_00);
  });

  test('a reported line without a bank reference is one of two equal lines of the statement', async () => {
    await report(line());
    expect(await dayOf('14.00', line({ id: 'X1' }), line({ id: 'X2' }))).toEqual([1]);
    expect(await atBank()).toBe(14_00);
  });

  test('a reported line without a bank reference is recognized by its text among lines of its amount', async () => {
    await report(line({ text: 'two' }));
    expect(await dayOf('14.00', line({ id: 'X1' }), line({ id: 'X2', text: 'two' }))).toEqual([1]);
    const { rows } = await florin.database.pool.query('select remittance from bank_lines order by id');
    expect(rows).toEqual([{ remittance: 'two' }, { remittance: 'one' }]);
  });

  test('a reported line without a bank reference is recognized by the details that both files name', async () => {
    await report({ amount: '7.00', day, payer: 'Ann' });
    expect(await dayOf('7.00', { amount: '7.00', day, text: 'one', endToEnd: 'E1', id: 'X1' })).toEqual([0]);
  });

  test('a reported line without a bank reference counts once in any order of statement and reports', async () => {
    await report(line());
    expect(await report(line({ id: 'X1' }))).toEqual([0]);
    expect(await dayOf('14.00', line({ id: 'X1' }), line({ id: 'X2' }))).toEqual([1]);
    expect(await report(line(), line())).toEqual([0]);
    expect(await report(line({ id: 'X1' }), line({ id: 'X2' }))).toEqual([0]);
    expect(await atBank()).toBe(14_00);
  });

  test('a reported line without a bank reference is booked once when four nodes import its statement', async () => {
    await report(line());
    const days = await Promise.all([1, 2, 3, 4].map(() => dayOf('14.00', line({ id: 'X1' }), line({ id: 'X2' }))));
    expect(days.flat().reduce((sum, lines) => sum + lines, 0)).toBe(1);
    expect(await atBank()).toBe(14_00);
  });
});

test('a report that is later than the statement does not repeat a line', async () => {
  await dayOf('7.00', line({ id: 'X1' }));
  expect(await report(line(), line({ amount: '2.00' }))).toEqual([1]);
  expect(await atBank()).toBe(9_00);
});

test('a line with a reference in the report and without one in the statement is booked once', async () => {
  await report(line({ id: 'X1' }));
  expect(await dayOf('14.00', line(), line())).toEqual([1]);
  expect(await dayOf('14.00', line(), line())).toEqual([0]);
  expect(await atBank()).toBe(14_00);
});

test.each([
  ['another text', line({ text: 'two' })],
  ['another payer', line({ payer: 'Ben' })],
  ['another reference', line({ id: 'X2' })],
  ['another day', line({ day: '2026-11-19' })],
])('a line of a report with %s is another line, so the statement is refused', async (_, other) => {
  await report(other);
  await expect(dayOf('7.00', line({ id: 'X1' }))).rejects.toThrow('new lines of 7.00 EUR give 14.00 EUR');
  expect(await dayOf('14.00', line({ id: 'X1' }), other)).toEqual([1]);
});

test('a refusal of a statement names the line that only a report has', async () => {
  await report(line({ text: 'two' }));
  await expect(dayOf('2.00', line({ amount: '2.00', id: 'X2' }))).rejects.toThrow(
    'but the bank says 2.00 EUR. Import the missing statement first. If none is missing, ask the bank about 7.00 EUR ' +
      'of 2026-11-20: an earlier report has this line, but the statement does not.',
  );
});

test('a report with balances of the running day is recognized too', async () => {
  expect(await dayOf('7.00', line())).toEqual([1]);
  expect(await dayOf('12.00', line({ id: 'X1' }), line({ amount: '5.00', id: 'X2' }))).toEqual([1]);
});

test('a report is recognized in a file that also has the statement, such as a ZIP file', async () => {
  const one = { iban, currency: 'EUR' };
  const whole = { ...one, opening: '0.00', closing: '14.00' };
  const lines = [line({ id: 'X1' }), line({ id: 'X2' })];
  expect(
    await imported(
      camt053([
        { ...one, lines: [line()] },
        { ...whole, lines },
      ]),
    ),
  ).toEqual([1, 1]);
  expect(await atBank()).toBe(14_00);
});

test('equal lines of one file, with and without a reference, are two lines', async () => {
  expect(await report(line(), line({ id: 'X1' }))).toEqual([2]);
  expect(await dayOf('14.00', line({ id: 'X1' }), line({ id: 'X2' }))).toEqual([0]);
});

test('a statement is refused if two of its lines could be a line that was already decided', async () => {
  await report({ amount: '7.00', day });
  await florin.database.pool.query(`update bank_lines set match = 'own-funds', reason = null`);
  const lines = [line({ id: 'X1' }), line({ id: 'X2', payer: 'Ben' })];
  await expect(dayOf('14.00', ...lines)).rejects.toThrow('but the bank says 14.00 EUR');
});

const mt940 = (kind: '940' | '942', entries: readonly string[], closing = '') =>
  [
    `{1:F01TESTNL2AXXX00001}{2:O${kind}1200}{4:`,
    `:20:M${files}`,
    `:25:${iban}`,
    ':28C:2/1',
    ...(kind === '940' ? [':60F:C261120EUR0,00'] : [':34F:EUR0,', ':13D:2611201815+0100']),
    ...entries,
    ...(kind === '940' ? [`:62F:C261120EUR${closing}`] : []),
    '-}',
  ].join('\r\n');

test.each([
  ['', '//B1'],
  ['//B1', ''],
])('a line of MT942 with the reference "%s" is the line of MT940 with "%s"', async (first, then) => {
  const entry = (amount: string, reference: string) => [
    `:61:2611201120C${amount}NTRFNONREF${reference}`,
    ':86:166?00CREDIT?20one?32Ann',
  ];
  expect(await imported(mt940('942', entry('7,00', first)))).toEqual([1]);
  expect(await imported(mt940('940', [...entry('7,00', then), ...entry('5,00', '//B2')], '12,00'))).toEqual([1]);
  expect(await atBank()).toBe(12_00);
});

describe('a report of a day that comes before the statement of the day before', () => {
  const next = '2026-11-21';
  const statementOfNext = (closing: string, ...lines: readonly GivenLine[]) =>
    statement({ from: next, to: next, opening: '5.00', closing, lines });

  test('a report of the next day that comes before the statement of this day delays neither statement', async () => {
    expect(await report(line({ day: next }))).toEqual([1]);
    expect(await dayOf('5.00', line({ amount: '5.00', id: 'X1' }))).toEqual([1]);
    expect(await statementOfNext('15.00', line({ day: next, id: 'X2' }), line({ day: next, amount: '3.00' }))).toEqual([
      1,
    ]);
    expect(await atBank()).toBe(1_500);
  });

  test('another statement of an earlier day is refused after a later statement, despite an early report', async () => {
    await report(line({ day: next }));
    await dayOf('5.00', line({ amount: '5.00', id: 'X1' }));
    await statementOfNext('12.00', line({ day: next }));
    await expect(dayOf('6.00', line({ amount: '5.00', id: 'X1' }), line({ amount: '1.00', id: 'X3' }))).rejects.toThrow(
      'does not follow the earlier statements',
    );
    expect(await atBank()).toBe(1_200);
  });
});
