import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  euroWallet,
  houseBalance,
  importLine,
  importTransfer,
  lineIdOf,
  openLiveBank,
  queuedLine,
  type LiveBank,
} from '../../../../test/live-bank.ts';
import { approve, proposed } from '../../../../test/second-operator.ts';
import { newestLine, takenDeposits } from '../../../../test/taken-deposits.ts';
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

describe('a recall by an operator', () => {
  test('a recall takes the deposit back, and the money can go to the payer or to the member again', async () => {
    const { member, line } = await acts.depositor('50.00');
    const key = randomUUID();
    expect(await acts.recall(line, { key })).toEqual({ proposal: null });
    expect(await acts.recall(line, { key })).toEqual({ proposal: null });
    await expect(acts.recall(line, { by: amara })).rejects.toMatchObject({ body: { code: 'line_not_recallable' } });
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
    expect(await newestLine(member)).toMatchObject({ reason: 'The payer’s bank asked for the money back.' });
    expect(await queuedLine(bank, line)).toMatchObject({ reason: 'recalled', not_returnable: null });
    const credit = { params: { line }, body: { email: member.user.email, reason: 'The bank took the recall back.' } };
    await olu.client.call(endpoints.allocateLine, credit);
    expect(await euroWallet(member)).toEqual(['50.00', '0.00']);
    await acts.recall(line);
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
    await olu.client.call(endpoints.allocateLine, credit);
    expect(await euroWallet(member)).toEqual(['50.00', '0.00']);
  });

  test('a deposit after a recall that is taken back pays its own receivable', async () => {
    const { member, line } = await acts.depositor('50.00');
    await acts.send(member, '40.00');
    await acts.recall(line);
    expect(await acts.receivablesOf(member)).toMatchObject([{ open_exact: '40.80', cause: 'recall' }]);
    const credit = { params: { line }, body: { email: member.user.email, reason: 'The bank took the recall back.' } };
    await olu.client.call(endpoints.allocateLine, credit);
    await acts.book();
    expect(await acts.receivablesOf(member)).toEqual([]);
    expect(await euroWallet(member)).toEqual(['9.20', '0.00']);
  });

  test('a recall by an operator is settled by the bank’s debit, even if the bank does not mark the debit', async () => {
    const { member, line, endToEnd } = await acts.depositor('51.00');
    await acts.recall(line);
    const debit = await lineIdOf(bank, await importLine(bank, '-51.00', { endToEnd }), -1);
    expect(await queuedLine(bank, debit)).toBeUndefined();
    expect(await queuedLine(bank, line)).toBeUndefined();
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
  });

  test('an operator settles a recall by connecting a debit without references', async () => {
    const { member, line } = await acts.depositor('51.50');
    const debit = await lineIdOf(bank, await importLine(bank, '-51.50'), -1);
    const connect = (by: TestMember, deposit = line) =>
      by.client.call(endpoints.connectLine, { params: { line: debit }, body: { deposit, reason: 'It says so.' } });
    await expect(connect(olu)).rejects.toMatchObject({ body: { code: 'line_not_unallocated' } });
    await acts.recall(line);
    const other = await lineIdOf(bank, await importLine(bank, '51.51', { text: 'no reference' }));
    await expect(connect(olu, other)).rejects.toMatchObject({ body: { code: 'line_not_unallocated' } });
    await expect(connect(olu, '123456789')).rejects.toMatchObject({ body: { code: 'line_not_found' } });
    const owed = await houseBalance(bank, 'unallocated');
    await Promise.all([connect(olu), connect(amara), connect(olu)]);
    expect(await queuedLine(bank, debit)).toBeUndefined();
    expect(await queuedLine(bank, line)).toBeUndefined();
    expect(await houseBalance(bank, 'unallocated')).toBe(owed);
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
  });

  test('a recall by an operator after the bank’s debit has no effect', async () => {
    const { member, line, endToEnd } = await acts.depositor('52.00');
    await acts.takeBack('52.00', endToEnd);
    await expect(acts.recall(line)).rejects.toMatchObject({ body: { code: 'line_not_recallable' } });
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
  });

  test('a recall above 1,000 dollars needs a second operator', async () => {
    const { member, line } = await acts.depositor('2000.00');
    const proposal = proposed(await acts.recall(line));
    expect(proposal).toMatchObject({ kind: 'recall_deposit', amount_exact: '2000.00' });
    expect((await euroWallet(member))[0]).toBe('2000.00');
    await expect(acts.recall(line, { by: amara })).rejects.toMatchObject({ body: { code: 'proposal_open' } });
    await Promise.allSettled([approve(amara, proposal.id), approve(amara, proposal.id), approve(olu, proposal.id)]);
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
  });

  test('a recall is refused for the operator’s own deposit, and for lines that are not deposits', async () => {
    const own = await lineIdOf(bank, await importTransfer(bank, olu, '5.00'));
    await expect(acts.recall(own)).rejects.toMatchObject({ body: { code: 'second_operator_required' } });
    const line = await lineIdOf(bank, await importLine(bank, '5.00', { text: 'no reference' }));
    await expect(acts.recall(line)).rejects.toMatchObject({ body: { code: 'line_not_recallable' } });
    await expect(acts.recall('123456789')).rejects.toMatchObject({ body: { code: 'line_not_found' } });
  });

  test.each([
    ['the end-to-end id', ({ endToEnd }: { endToEnd: string }) => endToEnd],
    ['the payer', () => 'INÊS müll'],
    ['the amount', () => '53.17'],
    ['the member’s email', ({ member }: { member: TestMember }) => member.user.email.toUpperCase()],
  ])('the search for a recalled deposit finds it by %s', async (_, text) => {
    const found = await acts.depositor('53.17');
    const deposits = await olu.client.call(endpoints.findDeposits, { body: { q: text(found) } });
    expect(deposits[0]).toMatchObject({
      id: found.line,
      amount_exact: '53.17',
      counterparty: 'Inês Müller',
      member: { email: found.member.user.email },
      proposal: null,
    });
  });
});
