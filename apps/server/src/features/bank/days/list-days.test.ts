import { endpoints } from '@florin/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ago, bankDays, lineOn, signUpOperator } from '../../../../test/bank-days.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { brokenReports } from './list-days.ts';

let florin: TestApp;
let olu: TestMember;
let bank: ReturnType<typeof bankDays>;
beforeEach(async () => {
  florin = await createTestApp();
  olu = await signUpOperator(florin, 'Olu');
  bank = bankDays(florin, olu);
});
afterEach(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const asOwner = (sql: string) => florin.database.ownerPool.query(sql);

describe('a report', () => {
  test('a changed day report is marked as changed, and the application cannot change a day report', async () => {
    await bank.statement(5, ['0.00', '10.00'], [lineOn('10.00', 5)]);
    for (const day of [5, 4, 3]) await bank.close(day);
    const { pool } = florin.database;
    expect(await brokenReports(pool)).toEqual([]);
    for (const sql of [`update day_reports set content = '{}'`, 'delete from day_reports', 'truncate day_reports'])
      await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    await asOwner(`update day_reports set content = replace(content, '10.00', '20.00') where number = 2`);
    expect((await bank.days()).reports.map(({ number, is_sound: isSound }) => [number, isSound])).toEqual([
      [3, true],
      [2, false],
      [1, true],
    ]);
    await asOwner('delete from day_reports where number = 2').catch(() => undefined); // lines refer to some reports
    expect((await brokenReports(pool)).length).toBeGreaterThan(0);
  });

  test('a day report is listed by page, newest first', async () => {
    await bank.statement(40, ['0.00', '10.00'], [lineOn('10.00', 40)]);
    for (let day = 39; day > 16; day--) await bank.close(day);
    const first = await bank.days();
    expect([first.reports.length, first.reports[0]?.number, first.older]).toEqual([20, 23, '4']);
    const rest = await olu.client.call(endpoints.getBankDays, { query: { before: '4' } });
    expect(rest.reports.map(({ number, is_sound: isSound }) => [number, isSound])).toEqual([
      [3, true],
      [2, true],
      [1, true],
    ]);
    expect(rest.older).toBeNull();
  });

  test('a day report is for operators, and each act is in the audit trail', async () => {
    const ines = await florin.signUp('Ines');
    await expect(bank.close(1, ines)).rejects.toMatchObject({ status: 404 });
    await bank.statement(5, ['0.00', '10.00'], [lineOn('10.00', 5)]);
    await bank.close(5);
    const acts = await olu.client.call(endpoints.listOperatorActs, { query: {} });
    expect(acts[0]).toMatchObject({ who: olu.user.email, did: 'Closed bank day', on: `${ago(5)}: reports 1` });
  });
});
