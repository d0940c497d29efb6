import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  euroWallet,
  expectReconciled,
  houseBalance,
  importLine,
  importStatement,
  importTransfer,
  lineIdOf,
  makeBatch,
  openLiveBank,
  payBatch,
  queuedLine,
  type LiveBank,
} from '../../../../test/live-bank.ts';
import { endToEndId, newestLine, takenDeposits } from '../../../../test/taken-deposits.ts';
import type { TestMember } from '../../../../test/test-app.ts';

let bank: LiveBank;
let olu: TestMember;
let amara: TestMember;
let acts: ReturnType<typeof takenDeposits>;
beforeAll(async () => {
  bank = await openLiveBank({}, { connections: 10 });
  ({ olu, amara } = bank);
  acts = takenDeposits(bank, await bank.florin.signUp('Friend'));
});
afterEach(() => acts.expectInBooks());
afterAll(() => bank.close());

describe('a line that takes a deposit back', () => {
  test.each([
    ['marked as a reversal', { reversal: true } as const],
    ['with the reason of a return', { returned: 'FOCR' }],
    ['with the code of a recall', { code: 'PMNT-RCDT-RPCR' }],
  ])('a reversal by %s takes the deposit from the wallet once and notifies the member', async (_, how) => {
    const { member, endToEnd, line } = await acts.depositor('40.00');
    await importLine(bank, '-40.00', { endToEnd, ...how });
    await Promise.all([acts.book(), acts.book()]);
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
    expect(await newestLine(member)).toMatchObject({
      type: 'taken_back',
      amount_exact: '-40.00',
      description: 'Deposit from Inês Müller taken back',
      reason: 'The bank took the money back.',
    });
    expect(await acts.receivablesOf(member)).toEqual([]);
    expect(await queuedLine(bank, line)).toBeUndefined();
    expect(await acts.mailsTo(member)).toContain('Your deposit of €40.00 was taken back');
    const [news] = await member.client.call(endpoints.listNotifications);
    expect(news).toMatchObject({ kind: 'deposit_taken_back', title: 'Your deposit of €40.00 was taken back' });
  });

  test('a reversal is found by the reference of the bank, too', async () => {
    const member = await bank.florin.signUp('Inês Müller');
    const id = await importTransfer(bank, member, '41.00');
    await importLine(bank, '-41.00', { id, reversal: true });
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
  });

  test('a member does not get the money of a deposit whose reversal came first', async () => {
    const endToEnd = endToEndId();
    const debit = await lineIdOf(bank, await acts.takeBack('42.00', endToEnd), -1);
    expect(await queuedLine(bank, debit)).toMatchObject({ reason: 'reversal' });
    const { member } = await acts.depositor('42.00', { endToEnd });
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
    expect(await newestLine(member)).toBeUndefined();
    expect(await queuedLine(bank, debit)).toBeUndefined();
  });

  test('a reversal in the statement of its deposit cancels the deposit, in any order', async () => {
    for (const isFirst of [true, false]) {
      const [owed, endToEnd] = [await houseBalance(bank, 'unallocated'), endToEndId()];
      const credit = { amount: '43.00', day: '2026-11-20', id: randomUUID().slice(0, 8), endToEnd, text: 'none' };
      const debit = { ...credit, amount: '-43.00', id: randomUUID().slice(0, 8), reversal: true } as const;
      await importStatement(bank, { lines: isFirst ? [debit, credit] : [credit, debit] });
      expect(await houseBalance(bank, 'unallocated')).toBe(owed);
      expect(await queuedLine(bank, await lineIdOf(bank, debit.id, -1))).toBeUndefined();
    }
  });

  test('two reversals take the deposit back once, and the second line waits for an operator', async () => {
    const { member, endToEnd } = await acts.depositor('44.00');
    await acts.takeBack('44.00', endToEnd);
    const second = await lineIdOf(bank, await acts.takeBack('44.00', endToEnd), -1);
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
    expect(await acts.receivablesOf(member)).toEqual([]);
    expect(await queuedLine(bank, second)).toMatchObject({ reason: 'reversal', amount_exact: '-44.00' });
  });

  test('a reversal of unallocated money cancels it', async () => {
    const [owed, endToEnd] = [await houseBalance(bank, 'unallocated'), endToEndId()];
    const line = await lineIdOf(bank, await importLine(bank, '45.00', { endToEnd, text: 'no reference' }));
    await acts.takeBack('45.00', endToEnd);
    expect(await queuedLine(bank, line)).toBeUndefined();
    expect(await houseBalance(bank, 'unallocated')).toBe(owed);
  });

  test('a reversal of money in a payment batch to its payer waits until the batch is refused', async () => {
    const endToEnd = endToEndId();
    const more = { endToEnd, payer: 'Piet de Vries', text: 'no reference' };
    const line = await lineIdOf(bank, await importLine(bank, '46.00', more));
    await olu.client.call(endpoints.returnLine, { params: { line }, body: { reason: 'He asked.' } });
    const { id } = await makeBatch(bank, [`l${line}`]);
    const debit = await lineIdOf(bank, await acts.takeBack('46.00', endToEnd), -1);
    expect(await queuedLine(bank, debit)).toMatchObject({ reason: 'reversal' });
    await amara.client.call(endpoints.refuseBatch, { params: { id }, body: { reason: 'The bank took it.' } });
    await acts.book();
    expect(await queuedLine(bank, debit)).toBeUndefined();
    expect(await queuedLine(bank, line)).toBeUndefined();
  });

  test('a reversal of money that was paid back does not take another deposit with the same id', async () => {
    const more = { endToEnd: 'RENT', payer: 'Piet de Vries', text: 'no reference' };
    const line = await lineIdOf(bank, await importLine(bank, '46.50', more));
    const { member } = await acts.depositor('46.50', { endToEnd: more.endToEnd });
    await olu.client.call(endpoints.returnLine, { params: { line }, body: { reason: 'He asked.' } });
    const [payment] = await payBatch(bank, await makeBatch(bank, [`l${line}`]));
    await importLine(bank, '-46.50', { endToEnd: payment?.end_to_end_id ?? '' });
    const debit = await lineIdOf(bank, await acts.takeBack('46.50', more.endToEnd), -1);
    expect(await euroWallet(member)).toEqual(['46.50', '0.00']);
    expect(await queuedLine(bank, debit)).toMatchObject({ reason: 'reversal' });
  });

  test.each([
    ['another amount', '47.01', undefined],
    ['another reference', '47.00', 'E2E-other'],
  ])('a reversal with %s is not connected', async (_, amount, other) => {
    const { member, endToEnd } = await acts.depositor('47.00');
    const debit = await lineIdOf(bank, await acts.takeBack(amount, other ?? endToEnd), -1);
    expect(await euroWallet(member)).toEqual(['47.00', '0.00']);
    expect(await queuedLine(bank, debit)).toMatchObject({ reason: 'reversal' });
  });

  test('a reversal with several possible deposits waits until an operator takes one deposit back', async () => {
    const first = await acts.depositor('48.00');
    const second = await acts.depositor('48.00', { endToEnd: first.endToEnd });
    const debit = await lineIdOf(bank, await acts.takeBack('48.00', first.endToEnd), -1);
    expect(await queuedLine(bank, debit)).toMatchObject({ reason: 'reversal' });
    await acts.recall(second.line);
    expect(await queuedLine(bank, debit)).toBeUndefined();
    expect(await euroWallet(first.member)).toEqual(['48.00', '0.00']);
    expect(await euroWallet(second.member)).toEqual(['0.00', '0.00']);
  });
});

test('the next run continues a run that was killed between a line and its deposit', async () => {
  const { member, endToEnd } = await acts.depositor('70.00');
  await bank.florin.database.ownerPool.query(`
    create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
    create trigger cut_off before insert on taken_deposits for each row execute function cut_off()`);
  const debit = await lineIdOf(bank, await acts.takeBack('70.00', endToEnd), -1);
  expect(await queuedLine(bank, debit)).toMatchObject({ reason: 'reversal' });
  expect((await euroWallet(member))[0]).toBe('70.00');
  await expectReconciled(bank);
  await bank.florin.database.ownerPool.query('drop trigger cut_off on taken_deposits; drop function cut_off()');
  await acts.book();
  expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
  expect(await queuedLine(bank, debit)).toBeUndefined();
});
