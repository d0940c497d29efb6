import { endpoints } from '@florin/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GivenLine } from '../../../test/camt053.ts';
import {
  deskOf,
  euroWallet,
  houseBalance,
  importStatement,
  importTransfer,
  lineIdOf,
  openLiveBank,
  queuedLine,
  type LiveBank,
} from '../../../test/live-bank.ts';
import { approve, proposed } from '../../../test/second-operator.ts';
import { takenDeposits } from '../../../test/taken-deposits.ts';
import type { TestMember } from '../../../test/test-app.ts';

const [first, second] = ['2026-11-21', '2026-11-22'];

let bank: LiveBank;
let member: TestMember;
let acts: ReturnType<typeof takenDeposits>;
beforeEach(async () => {
  bank = await openLiveBank();
  member = await bank.florin.signUp('Inês Müller');
  acts = takenDeposits(bank, await bank.florin.signUp('Friend'));
});
afterEach(async () => {
  await acts.expectInBooks();
  await bank.close();
});

const other: GivenLine = { amount: '3.00', day: first, id: 'B3', payer: 'Ben', payerAccount: '', text: 'none' };
const dayWithoutIt = (lines: readonly GivenLine[] = [other], closing = '3.00') =>
  importStatement(bank, { from: first, to: first, opening: '0.00', closing, lines });
const reported = (amount: string, more: Partial<GivenLine> = {}) =>
  importTransfer(bank, member, amount, { day: first, id: 'B1', endToEnd: 'E2E-1', ...more });
const connect = (line: string, deposit: string) =>
  bank.olu.client.call(endpoints.connectLine, { params: { line }, body: { deposit, reason: 'The bank dropped it.' } });
const debitOf = async (line: string) => lineIdOf(bank, `dropped-${line}`, -1);
const close = async (day: string) => {
  const { reports } = await bank.olu.client.call(endpoints.closeBankDay, { body: { day } });
  return reports.map(({ closing_exact: closing }) => closing);
};

describe('a line of a report that the statement does not have', () => {
  test('a dropped deposit is named at the import, and its debit waits at the desk', async () => {
    const line = await lineIdOf(bank, await reported('7.00'));
    const warning = expect.stringContaining(`does not have line ${line} of ${first} over €7.00`);
    expect(await dayWithoutIt()).toMatchObject({ warnings: [warning] });
    expect(await euroWallet(member)).toEqual(['7.00', '0.00']);
    expect(await queuedLine(bank, await debitOf(line))).toMatchObject({
      amount_exact: '-7.00',
      reason: 'outgoing',
      remittance: expect.stringContaining(`The bank dropped line ${line} of ${first}`),
    });
    expect(await close(first)).toEqual(['3.00']);
  });

  test('a dropped deposit that an operator takes back cancels its debit', async () => {
    const line = await lineIdOf(bank, await reported('7.00'));
    await dayWithoutIt();
    const debit = await debitOf(line);
    await Promise.allSettled([acts.recall(line), acts.recall(line, { by: bank.amara }), acts.book()]);
    await acts.book();
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
    expect([await queuedLine(bank, line), await queuedLine(bank, debit)]).toEqual([undefined, undefined]);
    expect(await houseBalance(bank, 'unallocated')).toBe(3_00);
  });

  test('a large dropped deposit needs a second operator, and its spent money is a receivable', async () => {
    const line = await lineIdOf(bank, await reported('2000.00'));
    await dayWithoutIt();
    await acts.send(member, '900.00');
    const proposal = proposed(await acts.recall(line));
    expect(await euroWallet(member)).toEqual(['1082.00', '0.00']);
    await approve(bank.amara, proposal.id);
    await acts.book();
    expect(await acts.receivablesOf(member)).toMatchObject([{ open_exact: '918.00' }]);
    expect(await queuedLine(bank, await debitOf(line))).toBeUndefined();
  });

  test('a dropped line that no member has is connected with its debit by an operator', async () => {
    const line = await lineIdOf(bank, await reported('7.00', { text: 'none', payer: 'Piet' }));
    await dayWithoutIt();
    const debit = await debitOf(line);
    await Promise.all([connect(debit, line), connect(debit, line)]);
    await connect(debit, line);
    expect((await deskOf(bank)).unallocated.map(({ amount_exact: amount }) => amount)).toEqual(['3.00']);
  });

  test('a dropped line makes no second debit when its statement comes again', async () => {
    await reported('7.00');
    await Promise.all([dayWithoutIt(), dayWithoutIt()]);
    expect(
      await importStatement(bank, {
        from: first,
        to: first,
        opening: '0.00',
        closing: '3.00',
        lines: [other],
        sequence: '9',
      }),
    ).toMatchObject({ new_lines: 0, warnings: [] });
    expect(await houseBalance(bank, 'bank:main-eur')).toBe(-3_00);
  });

  test('a dropped line that arrives in a later statement is a new line, and its debit stays at the desk', async () => {
    const line = await lineIdOf(bank, await reported('7.00'));
    await dayWithoutIt();
    await reported('7.00', { day: second });
    const again = { amount: '7.00', day: second, id: 'B1', endToEnd: 'E2E-1', payer: 'Inês Müller' };
    const statement = { from: second, to: second, opening: '3.00', closing: '10.00', lines: [again] };
    expect(await importStatement(bank, statement)).toMatchObject({ new_lines: 0 });
    expect(await queuedLine(bank, await debitOf(line))).toMatchObject({ amount_exact: '-7.00' });
    await acts.recall(line);
    expect(await euroWallet(member)).toEqual(['7.00', '0.00']);
    expect(await queuedLine(bank, await debitOf(line))).toBeUndefined();
  });

  test.each([
    ['the same payer', { payer: 'Inês Müller', amount: '6.50' }],
    ['the same amount', { payer: 'Ben', amount: '7.00', payerAccount: '' }],
    ['the same end-to-end id', { payer: 'Ben', amount: '6.50', payerAccount: '', endToEnd: 'E2E-1' }],
  ])('a statement with a new line of %s is refused, because the bank may have changed the line', async (_, more) => {
    await reported('7.00');
    await expect(dayWithoutIt([{ ...other, ...more }], more.amount)).rejects.toMatchObject({
      body: { code: 'bank_file_refused' },
    });
    expect(await euroWallet(member)).toEqual(['7.00', '0.00']);
  });

  test('a statement that does not begin at the last closing balance is refused', async () => {
    await reported('7.00');
    const statement = { from: first, to: first, opening: '1.00', closing: '4.00', lines: [other] };
    await expect(importStatement(bank, statement)).rejects.toMatchObject({ body: { code: 'bank_file_refused' } });
  });
});
