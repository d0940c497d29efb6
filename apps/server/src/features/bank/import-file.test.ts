import { Readable } from 'node:stream';
import { Buffer } from 'node:buffer';
import { endpoints } from '@florin/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { camt053, type GivenLine, type GivenStatement } from '../../../test/camt053.ts';
import { account, addMainAccount, iban } from '../../../test/main-account.ts';
import { listedNames } from '../../../test/listed-names.ts';
import { databaseOf } from '../../../test/member-in-ledger.ts';
import { bookLines } from './book-lines.ts';
import { importBankFile } from './import-file.ts';
import { paymentReferenceOf } from './payment-references.ts';
import { rulesOf } from './rules.ts';

let references: string[] = [];

let florin: TestApp;
let files = 0;
beforeEach(async () => {
  florin = await createTestApp();
  await addMainAccount(florin);
});
afterEach(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const statement = (given: Partial<GivenStatement>): string => camt053([{ iban, currency: 'EUR', ...given }]);

async function imported(text: string, name = 'statement.xml') {
  const open = () => Readable.from([Buffer.from(text)]);
  const { pool } = florin.database;
  // Every second file is imported in the way of the command line, where `bookLines` finds the deposits later.
  const rules = (files += 1) % 2 === 0 ? undefined : rulesOf(settings);
  const report = await importBankFile({ pool, accounts: [account], rules }, { name, open });
  await book();
  return report;
}

const settings = { operatorAccounts: [account], thirdPartyDeposits: 'review', ...listedNames } as const;

const book = () => bookLines({ ...florin.app.dependencies, ...settings });

/** The balances of the house in euros, at the bank and in the other house accounts. */
async function houseBalances(): Promise<Record<string, number>> {
  const { rows } = await florin.database.pool.query<{ kind: string; posted: bigint }>(
    `select kind, posted from books.house_balances where asset = 'EUR' and posted <> 0`,
  );
  return Object.fromEntries(rows.map(({ kind, posted }) => [kind, Number(posted)]));
}

async function walletOf({ user }: TestMember): Promise<number> {
  const balances = await florin.app.dependencies.ledger.balancesOf(user.id);
  return Number(balances.find(({ asset }) => asset === 'EUR')?.available ?? 0n);
}

const credit = (amount: string, more: Partial<GivenLine> = {}): GivenLine => ({ amount, day: '2026-11-20', ...more });
const monday = { from: '2026-11-16', to: '2026-11-16', sequence: '1' };
const tuesday = { from: '2026-11-17', to: '2026-11-17', sequence: '2' };

describe('a statement', () => {
  test('a statement credits the members whose reference and name its lines have, and leaves other lines unallocated', async () => {
    const ines = await florin.signUp('Inês Müller');
    const reference = await paymentReferenceOf(florin.database.pool, ines.user.id);
    const report = await imported(
      statement({
        opening: '100.00',
        closing: '380.50',
        lines: [
          credit('250.00', { payer: 'INES MUELLER', text: `Deposit ${reference.toLowerCase()}`, id: 'A1' }),
          credit('30.50', { payer: 'Somebody Else', text: 'no reference', id: 'A2' }),
        ],
      }),
    );
    expect(report).toMatchObject({ known: false, statements: [{ account: 'main-eur', lines: 2, newLines: 2 }] });
    expect(await walletOf(ines)).toBe(250_00);
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -380_50, 'own-funds': 100_00, unallocated: 30_50 });
  });

  test('a statement is booked once when its file comes again, even under another name', async () => {
    const file = statement({ opening: '0.00', closing: '5.00', lines: [credit('5.00', { id: 'A1' })] });
    await imported(file);
    expect(await imported(file, 'again.xml')).toMatchObject({ known: true, statements: [] });
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -5_00, unallocated: 5_00 });
  });

  test('a statement is booked once when four nodes import it at the same time', async () => {
    const lines = Array.from({ length: 200 }, (_, i) => credit(`${i + 1}.00`, { id: `A${i}` }));
    const file = statement({ opening: '0.00', closing: '20100.00', lines });
    const reports = await Promise.all([1, 2, 3, 4].map(() => imported(file)));
    expect(reports.filter(({ known }) => known)).toHaveLength(3);
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -20100_00, unallocated: 20100_00 });
  });

  test('a statement of an overlapping export adds only new lines', async () => {
    const [first, second, third] = [
      credit('5.00', { day: '2026-11-16' }),
      credit('5.00', { day: '2026-11-16' }),
      credit('7.00', { day: '2026-11-17' }),
    ];
    await imported(statement({ ...monday, opening: '0.00', closing: '10.00', lines: [first, second] }));
    const both = {
      from: '2026-11-16',
      to: '2026-11-17',
      opening: '0.00',
      closing: '17.00',
      lines: [first, second, third],
    };
    expect(await imported(statement(both))).toMatchObject({ statements: [{ lines: 3, newLines: 1 }] });
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -17_00, unallocated: 17_00 });
  });

  test('a statement that repeats lines of an older export changes nothing', async () => {
    const first = credit('5.00', { day: '2026-11-16', id: 'A1' });
    await imported(statement({ ...monday, opening: '0.00', closing: '5.00', lines: [first] }));
    await imported(
      statement({ ...tuesday, opening: '5.00', closing: '6.00', lines: [credit('1.00', { day: '2026-11-17' })] }),
    );
    const again = statement({ ...monday, sequence: '1a', opening: '0.00', closing: '5.00', lines: [first] });
    expect(await imported(again)).toMatchObject({ statements: [{ newLines: 0 }] });
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -6_00, unallocated: 6_00 });
  });

  test('a statement without new lines but with another balance for its day is refused', async () => {
    const line = credit('5.00', { day: '2026-11-16', id: 'A1' });
    await imported(statement({ ...monday, opening: '0.00', closing: '5.00', lines: [line] }));
    await expect(imported(statement({ ...monday, opening: '10.00', closing: '15.00', lines: [line] }))).rejects.toThrow(
      'the bank says 15.00 EUR',
    );
    await expect(imported(statement({ ...monday, opening: '15.00', closing: '15.00' }))).rejects.toThrow(
      'the bank says',
    );
  });

  const parts = (names: readonly string[]) => [
    { amount: '30.00', payer: names[0] ?? '', text: references[0] ?? '', id: 'P1' },
    { amount: '12.00', payer: names[1] ?? '', text: 'no reference', id: 'P2' },
  ];
  const inBatch = (id: string) => ({ amount: '42.00', day: '2026-11-20', id, parts: parts(['Inês Müller', 'Other']) });

  test('a statement with a batch as one line is explained by a notice with its payments, in any order, each once', async () => {
    const ines = await florin.signUp('Inês Müller');
    references = [await paymentReferenceOf(florin.database.pool, ines.user.id)];
    await imported(statement({ ...monday, opening: '0.00', closing: '0.00' }));
    const whole = statement({ opening: '0.00', closing: '42.00', lines: [credit('42.00', { id: 'BATCH1' })] });
    await imported(whole);
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -42_00, unallocated: 42_00 });
    const notice = statement({ lines: [inBatch('BATCH1')] });
    await imported(notice);
    await imported(notice.replace('TEST', 'AGAIN'));
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -42_00, unallocated: 12_00 });
    expect(await walletOf(ines)).toBe(30_00);
    // The other order: first the notice, then the batch.
    await imported(
      statement({
        lines: [
          {
            ...inBatch('BATCH2'),
            parts: parts(['Inês Müller', 'Other']).map((part) => ({ ...part, id: `${part.id}B` })),
          },
        ],
      }),
    );
    expect(await walletOf(ines)).toBe(60_00);
    await imported(statement({ opening: '42.00', closing: '84.00', lines: [credit('42.00', { id: 'BATCH2' })] }));
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -84_00, unallocated: 24_00 });
  });

  test('a statement without balances, such as an intraday report, is completed by the statement of the day', async () => {
    const [first, second] = [credit('5.00', { id: 'A1' }), credit('7.00', { id: 'A2' })];
    await imported(statement({ ...monday, opening: '0.00', closing: '0.00' }));
    await imported(statement({ lines: [first] }));
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -5_00, unallocated: 5_00 });
    await imported(statement({ opening: '0.00', closing: '12.00', lines: [first, second] }));
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -12_00, unallocated: 12_00 });
  });

  test('a statement that does not follow the last one is refused with the figures, and accepted after the missing statement', async () => {
    await imported(statement({ ...monday, opening: '0.00', closing: '5.00', lines: [credit('5.00')] }));
    const wednesday = statement({
      from: '2026-11-18',
      to: '2026-11-18',
      opening: '6.00',
      closing: '9.00',
      lines: [credit('3.00')],
    });
    await expect(imported(wednesday)).rejects.toThrow(
      '5.00 EUR and new lines of 3.00 EUR give 8.00 EUR, but the bank says 9.00 EUR. Import the missing statement first.',
    );
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -5_00, unallocated: 5_00 });
    await imported(statement({ ...tuesday, opening: '5.00', closing: '6.00', lines: [credit('1.00')] }));
    await imported(wednesday);
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -9_00, unallocated: 9_00 });
  });

  test('statements of a file can be in any order, and all or none of them are accepted', async () => {
    const days = [
      { ...monday, opening: '0.00', closing: '5.00', lines: [credit('5.00', { day: '2026-11-16' })] },
      { ...tuesday, opening: '5.00', closing: '2.00', lines: [credit('-3.00', { day: '2026-11-17' })] },
    ].map((day) => ({ iban, currency: 'EUR', ...day }));
    const wrong = { ...tuesday, iban, currency: 'EUR', opening: '5.00', closing: '9.00', lines: [] };
    await expect(imported(camt053([days[0] ?? wrong, wrong]))).rejects.toThrow('do not give the closing balance');
    expect(await houseBalances()).toEqual({});
    await imported(camt053(days.toReversed()));
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -2_00, unallocated: 2_00 });
  });

  test.each([
    [
      'whose lines and balances do not add up',
      { opening: '0.00', closing: '6.00', lines: [credit('5.00')] },
      'do not give',
    ],
    [
      'with more decimals than the currency has',
      { opening: '0.00', closing: '5.001', lines: [credit('5.001')] },
      'more decimals',
    ],
    ['with a part of a cent in a line', { lines: [credit('5.001')] }, 'whole cents'],
    ['of another account', { iban: 'NL91ABNA0417164300', opening: '0.00', closing: '0.00' }, 'is not in FLORIN_CONFIG'],
    ['in another currency', { currency: 'USD', opening: '0.00', closing: '0.00' }, 'the statement is in USD'],
    ['that is the first and has no opening balance', { lines: [credit('5.00')] }, 'must have an opening balance'],
  ])('a statement %s is refused', async (_, given, problem) => {
    await expect(imported(statement(given))).rejects.toThrow(problem);
    expect(await houseBalances()).toEqual({});
  });
});

describe('a line', () => {
  const withReference = async (member: TestMember, more: Partial<GivenLine>) =>
    credit('40.00', { text: await paymentReferenceOf(florin.database.pool, member.user.id), ...more });

  test("a statement line with the member's reference and another payer waits for an operator", async () => {
    const ines = await florin.signUp('Inês Müller');
    const line = await withReference(ines, { payer: 'Petra Example' });
    await imported(statement({ opening: '0.00', closing: '40.00', lines: [line] }));
    expect(await walletOf(ines)).toBe(0);
    const { rows } = await florin.database.pool.query('select match, reason, user_id from bank_lines');
    expect(rows).toEqual([{ match: 'unallocated', reason: 'other_payer', user_id: ines.user.id }]);
  });

  test('a statement line of a payer who may be on a sanctions list waits for an operator', async () => {
    const listed = await florin.signUp('Listed Person');
    const line = await withReference(listed, { payer: 'Listed Person' });
    await imported(statement({ opening: '0.00', closing: '40.00', lines: [line] }));
    expect(await walletOf(listed)).toBe(0);
    const { rows } = await florin.database.pool.query('select match, reason from bank_lines');
    expect(rows).toEqual([{ match: 'unallocated', reason: 'screening' }]);
  });

  test('a statement line for an account that was closed meanwhile is kept unallocated', async () => {
    const ines = await florin.signUp('Inês Müller');
    const line = await withReference(ines, { payer: 'Inês Müller' });
    const { ownerPool } = databaseOf(florin, ines);
    await ownerPool.query(`select ledger.close_accounts($1, 'wallet', '{EUR}')`, [ines.user.id]);
    await imported(statement({ opening: '0.00', closing: '40.00', lines: [line] }));
    await book();
    const { rows } = await florin.database.pool.query('select match, reason, posted from bank_lines');
    expect(rows).toEqual([{ match: 'unallocated', reason: 'account_closed', posted: true }]);
    expect(await houseBalances()).toEqual({ 'bank:main-eur': -40_00, unallocated: 40_00 });
  });

  test("a statement line of the bank's own charges goes to its fees, and zero lines are left out", async () => {
    const lines = [credit('-1.50', { code: 'CHRG' }), credit('0.00'), credit('-2.00', { text: 'other' })];
    await imported(statement({ opening: '10.00', closing: '6.50', lines }));
    expect(await houseBalances()).toEqual({
      'bank:main-eur': -6_50,
      'own-funds': 10_00,
      'bank-fees': -1_50,
      unallocated: -2_00,
    });
  });

  test('a statement line that was posted but not marked, because the node was killed, is posted once', async () => {
    const ines = await florin.signUp('Inês Müller');
    const lines = [await withReference(ines, { payer: 'Inês Müller' })];
    await imported(statement({ opening: '0.00', closing: '40.00', lines }));
    const { pool } = florin.database;
    for (const rows of ['lines', 'statements']) await pool.query(`update bank_${rows} set posted = false`);
    await Promise.all([book(), book(), book()]);
    expect(await walletOf(ines)).toBe(40_00);
  });

  test('a statement line appears in the history with the name that the bank gave', async () => {
    const ines = await florin.signUp('Inês Müller');
    const line = await withReference(ines, { payer: 'MUELLER INES' });
    await imported(statement({ opening: '0.00', closing: '40.00', lines: [line] }));
    const [first] = await ines.client.call(endpoints.listTransactions, { query: {} });
    expect(first).toMatchObject({ type: 'deposit', description: 'Added by bank transfer from MUELLER INES' });
  });
});
