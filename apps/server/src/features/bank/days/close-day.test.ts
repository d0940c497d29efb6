import { Buffer } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ago, bankDays, euroStatement, lineOn, signUpOperator } from '../../../../test/bank-days.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { importBankFile } from '../import-file.ts';
import { paymentReferenceOf } from '../payment-references.ts';
import { closeDay } from './close-day.ts';
import { readReport } from './list-days.ts';

let florin: TestApp;
let olu: TestMember;
let amara: TestMember;
let bank: ReturnType<typeof bankDays>;
beforeEach(async () => {
  florin = await createTestApp();
  olu = await signUpOperator(florin, 'Olu');
  amara = await signUpOperator(florin, 'Amara');
  bank = bankDays(florin, olu);
});
afterEach(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const contentOf = async (number: number) => (await readReport(florin.database.pool, String(number))).content;
const asOwner = (sql: string, values: unknown[] = []) => florin.database.ownerPool.query(sql, values);

describe('closing a day', () => {
  test('makes a report of the balances, the lines by kind, the open items and the statement files', async () => {
    const ines = await florin.signUp('Inês Müller');
    const reference = await paymentReferenceOf(florin.database.pool, ines.user.id);
    await bank.statement(
      4,
      ['100.00', '388.00'],
      [
        lineOn('250.00', 4, { payer: 'Inês Müller', text: reference }),
        lineOn('40.00', 4),
        lineOn('-2.00', 4, { code: 'CHRG' }),
      ],
    );
    const [report] = await bank.close(4);
    expect(report).toMatchObject({
      number: 1,
      account: 'sandbox-eur',
      closing_exact: '388.00',
      lines: 4,
      late_lines: 0,
      closed_by: olu.user.email,
      is_sound: true,
    });
    const content = await contentOf(1);
    expect(content).toMatchObject({
      day: ago(4),
      after: null,
      opening: '0.00',
      closing: '388.00',
      at_bank: '388.00',
      in_books: '388.00',
      difference: '0.00',
      later: { lines: 0, sum: '0.00' },
      unallocated: {
        count: 1,
        sum: '40.00',
        oldest: ago(4),
        lines: [{ amount: '40.00', reason: 'no_reference', age_days: 0 }],
      },
      client_money: { owed: '290.00', safeguarded: '388.00', in_transit: '0.00', percent: 133.79 },
      statements: [
        { file: 'day-4.xml', format: 'camt.053', opening: '100.00', closing: '388.00', new_lines: 3, late: false },
      ],
    });
    expect(
      content.kinds.map(({ kind, lines, money_in: moneyIn, money_out: moneyOut }) => [kind, lines, moneyIn, moneyOut]),
    ).toEqual([
      ['bank-fee', 1, '0.00', '-2.00'],
      ['deposit', 1, '250.00', '0.00'],
      ['own-funds', 1, '100.00', '0.00'],
      ['unallocated', 1, '40.00', '0.00'],
    ]);
    expect(JSON.stringify(content)).not.toContain('Müller');
  });

  test('a day report continues from the previous one and leaves lines of later days to the next', async () => {
    await bank.statement(5, ['0.00', '10.00'], [lineOn('10.00', 5)]);
    await bank.statement(3, ['10.00', '15.00'], [lineOn('5.00', 3)]);
    await bank.close(5);
    expect(await contentOf(1)).toMatchObject({ closing: '10.00', at_bank: '15.00', later: { lines: 1, sum: '5.00' } });
    await bank.close(2);
    expect(await contentOf(2)).toMatchObject({
      after: ago(5),
      day: ago(2),
      opening: '10.00',
      closing: '15.00',
      lines: 1,
    });
    expect((await contentOf(2)).statements.map(({ file }) => file)).toEqual(['day-3.xml']);
    await bank.close(1);
    expect(await contentOf(3)).toMatchObject({
      opening: '15.00',
      closing: '15.00',
      lines: 0,
      kinds: [],
      statements: [],
    });
  });

  test('shows a later statement for a closed day as late', async () => {
    await bank.statement(5, ['0.00', '10.00'], [lineOn('10.00', 5)]);
    await bank.close(3);
    await bank.statement(4, ['10.00', '17.00'], [lineOn('7.00', 4)]);
    const [report] = await bank.close(2);
    expect(report).toMatchObject({ closing_exact: '17.00', lines: 1, late_lines: 1 });
    const content = await contentOf(2);
    expect(content.kinds).toMatchObject([{ kind: 'unallocated', late: true, money_in: '7.00' }]);
    expect(content.statements).toMatchObject([{ file: 'day-4.xml', late: true }]);
    expect((await contentOf(1)).closing).toBe('10.00');
  });

  test('prints a day report with the hashes of the files and of the previous report', async () => {
    await bank.statement(3, ['0.00', '10.00'], [lineOn('10.00', 3)]);
    const [first] = await bank.close(3);
    await bank.statement(2, ['10.00', '15.00'], [lineOn('5.00', 2)]);
    const [second] = await bank.close(2, amara);
    const call = { method: 'GET', url: '/api/operations/bank/days/2' } as const;
    const { rawPayload, headers } = await florin.app.http.inject({
      ...call,
      headers: { authorization: `Bearer ${olu.token}` },
    });
    expect(headers['content-type']).toBe('application/pdf');
    const texts = readPdf(rawPayload)
      .map(({ text }) => text)
      .join('\n');
    const [file] = (await contentOf(2)).statements;
    for (const shown of [
      `Bank day ${ago(2)}`,
      amara.user.email,
      'day-2.xml · camt.053',
      file?.sha256,
      first?.hash,
      second?.hash,
    ])
      expect(texts).toContain(shown);
    await expect(contentOf(7)).rejects.toMatchObject({ code: 'day_report_not_found' });
  });
});

describe('a day', () => {
  test('a day is not closed twice, before a closed day, or before it has come', async () => {
    await bank.statement(5, ['0.00', '10.00'], [lineOn('10.00', 5)]);
    await bank.close(3);
    for (const again of [3, 4, 30])
      await expect(bank.close(again)).rejects.toMatchObject({
        body: { code: 'day_closed', detail: `${ago(again)} is closed already. The last closed day is ${ago(3)}.` },
      });
    await expect(bank.close(-2)).rejects.toMatchObject({
      body: { code: 'invalid_request', fields: { day: 'This day is still to come.' } },
    });
    expect(await bank.days()).toMatchObject({ last: ago(3), next: ago(1), today: ago(0), problems: [] });
  });

  test('a day is not closed without a statement', async () => {
    await expect(bank.close(1)).rejects.toMatchObject({ body: { code: 'day_not_ready' } });
    expect(await bank.days()).toMatchObject({
      last: null,
      problems: ['No account has a statement yet. Import one first.'],
    });
  });

  test('a day is not closed while a line is not booked', async () => {
    await bank.statement(5, ['0.00', '10.00'], [lineOn('10.00', 5)]);
    const { pool } = florin.database;
    const text = euroStatement({
      from: ago(4),
      to: ago(4),
      opening: '10.00',
      closing: '12.00',
      lines: [lineOn('2.00', 4)],
    });
    const open = async function* () {
      yield Buffer.from(text);
    };
    const accounts = florin.app.dependencies.operatorAccounts;
    await importBankFile({ pool, accounts }, { name: 'not-booked.xml', open });
    await expect(bank.close(4)).rejects.toMatchObject({
      body: { code: 'day_not_ready', detail: expect.stringContaining('1 line of sandbox-eur is not booked yet.') },
    });
    await bank.upload({ lines: [] }); // books the waiting lines
    expect((await bank.close(4))[0]).toMatchObject({ closing_exact: '12.00' });
  });

  test('a day is not closed while bank and books differ', async () => {
    await bank.statement(5, ['0.00', '10.00'], [lineOn('10.00', 5)]);
    await asOwner(`update operator_accounts set balance = balance + 1 where id = 'sandbox-eur'`);
    const sentence = 'Bank and books of sandbox-eur differ: €10.01 at the bank, €10.00 in the books.';
    await expect(bank.close(5)).rejects.toMatchObject({ body: { code: 'day_not_ready', detail: sentence } });
    expect((await bank.days()).problems).toEqual([sentence]);
    await asOwner(`update operator_accounts set balance = balance - 1 where id = 'sandbox-eur'`);
    expect(await bank.close(5)).toHaveLength(1);
  });

  test('a day is closed once when many operators close it at the same moment', async () => {
    await bank.statement(5, ['0.00', '10.00'], [lineOn('10.00', 5)]);
    const calls = [olu, amara, olu, amara, olu].map((by) => bank.close(3, by));
    const ended = await Promise.allSettled(calls);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toEqual(
      refused.map(() => expect.objectContaining({ body: expect.objectContaining({ code: 'day_closed' }) })),
    );
    expect((await bank.days()).reports.map(({ number }) => number)).toEqual([1]);
  });

  test('each line is in exactly one day report, even while lines arrive', async () => {
    await bank.statement(9, ['0.00', '1.00'], [lineOn('1.00', 9)]);
    for (let day = 8; day > 2; day--)
      await Promise.allSettled([
        bank.upload({ lines: [lineOn('1.00', day), lineOn('1.00', day - 1)] }),
        bank.close(day),
        bank.upload({ lines: [lineOn('1.00', day + 1)] }),
        bank.close(day, amara),
      ]);
    await bank.close(0);
    const { rows } = await asOwner(
      `select count(*)::int as lines, count(report)::int as reported, sum(amount) as sum from bank_lines`,
    );
    const { reports } = await bank.days();
    const contents = await Promise.all(reports.toReversed().map(({ number }) => contentOf(number)));
    expect(contents.length).toBeGreaterThan(1);
    const closings = ['0.00', ...contents.map(({ closing }) => closing)];
    expect(contents.map(({ opening }) => opening)).toEqual(closings.slice(0, -1));
    const total = reports.reduce((sum, { lines }) => sum + lines, 0);
    expect(rows[0]).toEqual({ lines: total, reported: total, sum: BigInt(total * 100) });
    expect(closings.at(-1)).toBe(`${total}.00`);
  });

  test('a day is not closed if its closing is killed, and can be closed again', async () => {
    await bank.statement(5, ['0.00', '10.00'], [lineOn('10.00', 5)]);
    const blocker = await florin.database.ownerPool.connect();
    await blocker.query('begin');
    await blocker.query('lock table bank_statements in exclusive mode'); // the report is stored, the lines are not marked
    const { pool } = florin.database;
    const closing = closeDay(
      { pool, operatorAccounts: florin.app.dependencies.operatorAccounts },
      { operator: 'command line' },
      ago(5),
    ).catch((error: unknown) => error);
    await expect
      .poll(async () => {
        const { rows } = await asOwner(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like 'update bank_statements%'`,
        );
        return rows.length;
      })
      .toBe(1);
    expect(await closing).toBeInstanceOf(Error);
    await blocker.query('rollback');
    blocker.release();
    expect((await bank.days()).reports).toEqual([]);
    const { rows } = await asOwner('select from bank_lines where report is not null');
    expect(rows).toEqual([]);
    expect((await bank.close(5))[0]).toMatchObject({ number: 1, closing_exact: '10.00' });
  });
});
