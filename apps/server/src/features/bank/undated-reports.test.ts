import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bankFiles, newLinesOf } from '../../../test/bank-reports.ts';
import type { GivenLine } from '../../../test/camt053.ts';
import { addMainAccount } from '../../../test/main-account.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { paymentReferenceOf } from './payment-references.ts';

const [before, first, second, third] = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];

let florin: TestApp;
const files = bankFiles(() => florin);
const { statement, report, undatedStatement, undatedReport, undatedNotification, reportOf } = files;
let ada: Awaited<ReturnType<TestApp['signUp']>>;
let payment: GivenLine;
beforeEach(async () => {
  florin = await createTestApp();
  await addMainAccount(florin);
  await statement({ from: before, to: before, opening: '0.00', closing: '0.00' });
  ada = await florin.signUp('Ada Lovelace');
  const text = await paymentReferenceOf(florin.database.pool, ada.user.id);
  payment = { amount: '5.00', day: first, payer: 'Ada Lovelace', text };
});
afterEach(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

async function credited(): Promise<bigint> {
  const balances = await florin.app.dependencies.ledger.balancesOf(ada.user.id);
  return balances.find(({ asset }) => asset === 'EUR')?.available ?? 0n;
}

const on = (day: string, more: Partial<GivenLine> = {}): GivenLine => ({ ...payment, day, ...more });
const other = (day: string, amount = '1.00'): GivenLine => ({ amount, day, id: `other-${day}`, payer: 'Ben' });
const doubt = 'may already be in an earlier file';

describe('an equal undated payment without reference on the next day', () => {
  test.each([
    ['camt.052', () => undatedReport(payment)],
    ['camt.054', () => undatedNotification(payment)],
  ])('an undated payment in %s waits for the statement, which credits it', async (_, next) => {
    expect(newLinesOf(await undatedReport(payment))).toBe(1);
    await statement({ from: first, to: first, opening: '0.00', closing: '5.00', lines: [on(first)] });
    const { warnings } = await next();
    expect(warnings).toEqual([expect.stringContaining(doubt)]);
    expect(await credited()).toBe(5_00n);
    await statement({ from: second, to: second, opening: '5.00', closing: '10.00', lines: [on(second)] });
    expect(await credited()).toBe(10_00n);
  });

  test('an undated payment in a second report before any statement is credited by the statements', async () => {
    await undatedReport(payment);
    const { warnings } = await undatedReport(payment, other(second));
    expect(warnings).toEqual([expect.stringContaining(doubt)]);
    await statement({ from: first, to: first, opening: '0.00', closing: '5.00', lines: [on(first)] });
    const lines = [on(second), other(second)];
    await statement({ from: second, to: second, opening: '5.00', closing: '11.00', lines });
    expect(await credited()).toBe(10_00n);
  });

  test('an undated payment in a report that names its day is credited at once', async () => {
    await reportOf(first, payment);
    expect((await reportOf(second, payment)).warnings).toEqual([]);
    expect(await credited()).toBe(10_00n);
    await reportOf(second, payment, other(second));
    expect(await credited()).toBe(10_00n);
    await statement({ from: first, to: first, opening: '0.00', closing: '5.00', lines: [on(first, { id: 'B1' })] });
    const lines = [on(second, { id: 'B2' }), other(second)];
    await statement({ from: second, to: second, opening: '5.00', closing: '11.00', lines });
    expect(await credited()).toBe(10_00n);
  });

  test('an undated payment in the statement of one day is credited', async () => {
    await undatedStatement({ from: first, to: first, opening: '0.00', closing: '5.00', lines: [payment] });
    await undatedStatement({ from: second, to: second, opening: '5.00', closing: '10.00', lines: [payment] });
    expect(await credited()).toBe(10_00n);
    const again = { from: second, to: second, opening: '5.00', closing: '10.00', lines: [payment] };
    expect(newLinesOf(await undatedStatement(again))).toBe(0);
  });

  test('an undated payment in a statement of several days is new if the balances need it', async () => {
    await undatedStatement({ from: before, to: first, opening: '0.00', closing: '5.00', lines: [payment] });
    const days = { from: first, to: second, opening: '5.00', closing: '10.00', lines: [payment] };
    expect(newLinesOf(await undatedStatement(days))).toBe(1);
    expect(await credited()).toBe(10_00n);
    expect(newLinesOf(await undatedStatement({ ...days, sequence: '7' }))).toBe(0);
  });
});

describe('an undated line and the same line with a day', () => {
  test.each([
    ['without a reference', {}],
    ['with a reference', { id: 'B1' }],
  ])('an undated reported payment is the line of the statement %s', async (_, more) => {
    await undatedReport(payment);
    const lines = [on(first, more), other(first)];
    const day = { from: first, to: first, opening: '0.00', closing: '6.00', lines };
    expect(newLinesOf(await statement(day))).toBe(1);
    expect(newLinesOf(await statement({ ...day, sequence: '8' }))).toBe(0);
    expect(await credited()).toBe(5_00n);
    const { rows } = await florin.database.pool.query<{ booked: string }>(
      `select booked::text from bank_lines where user_id = $1`,
      [ada.user.id],
    );
    expect(rows).toEqual([{ booked: first }]);
  });

  test('an undated reported line with the reference of the bank is the line of the statement', async () => {
    await undatedReport({ ...payment, id: 'B1' });
    const day = { from: first, to: first, opening: '0.00', closing: '10.00' };
    await statement({ ...day, lines: [on(first, { id: 'B1' }), on(first, { id: 'B2' })] });
    expect(await credited()).toBe(10_00n);
  });

  test('a report with days before or after an undated report brings no line twice', async () => {
    await report(on(first));
    expect((await undatedReport(payment)).warnings).toEqual([expect.stringContaining(doubt)]);
    await undatedReport({ ...payment, amount: '3.00' });
    expect((await report(on(first, { amount: '3.00', id: 'B3' }))).warnings).toEqual([expect.stringContaining(doubt)]);
    expect(await credited()).toBe(8_00n);
    const lines = [on(first, { id: 'B5' }), on(first, { amount: '3.00', id: 'B3' })];
    await statement({ from: first, to: first, opening: '0.00', closing: '8.00', lines });
    expect(await credited()).toBe(8_00n);
  });

  test('an undated payment of the next day does not delay the statement of this day', async () => {
    await undatedReport(payment);
    await statement({ from: first, to: first, opening: '0.00', closing: '1.00', lines: [other(first)] });
    await statement({ from: second, to: second, opening: '1.00', closing: '6.00', lines: [on(second)] });
    await statement({ from: third, to: third, opening: '6.00', closing: '11.00', lines: [on(third)] });
    expect(await credited()).toBe(10_00n);
  });

  test('an undated payment of another payer is credited by the statement', async () => {
    await undatedReport({ ...payment, payer: 'Ben', text: 'rent' });
    await undatedReport(payment);
    const lines = [on(first, { payer: 'Ben', text: 'rent' }), on(first)];
    await statement({ from: first, to: first, opening: '0.00', closing: '10.00', lines });
    expect(await credited()).toBe(5_00n);
  });

  test('an undated payment is credited once when four nodes import its reports and its statement', async () => {
    const day = { from: first, to: first, opening: '0.00', closing: '5.00', lines: [on(first)] };
    await Promise.all([undatedReport(payment), undatedReport(payment), statement(day), statement(day)]);
    expect(await credited()).toBe(5_00n);
  });

  test('an undated line whose member is decided makes a report wait with all lines that it could be', async () => {
    await undatedReport({ amount: '5.00', day: first });
    await florin.database.pool.query(`update bank_lines set match = 'own-funds', reason = null`);
    const lines = [on(first, { id: 'B1' }), { amount: '5.00', day: first, payer: 'Ben', id: 'B2' }];
    expect(newLinesOf(await report(...lines))).toBe(0);
    const day = { from: first, to: first, opening: '0.00', closing: '10.00', lines };
    await expect(statement(day)).rejects.toThrow('does not follow the earlier statements');
    expect(await credited()).toBe(0n);
    await florin.database.pool.query(`update bank_lines set match = 'unallocated', reason = 'no_reference'`);
    await statement(day);
  });
});
