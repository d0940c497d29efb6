import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { euroWallet, importTransfer, openLiveBank, queuedLine, type LiveBank } from '../../../../test/live-bank.ts';
import { theirAccount, takenDeposits } from '../../../../test/taken-deposits.ts';
import type { TestMember } from '../../../../test/test-app.ts';

let bank: LiveBank;
let amara: TestMember;
let acts: ReturnType<typeof takenDeposits>;
beforeAll(async () => {
  bank = await openLiveBank({}, { connections: 10 });
  ({ amara } = bank);
  acts = takenDeposits(bank, await bank.florin.signUp('Friend'));
});
afterEach(() => acts.expectInBooks());
afterAll(() => bank.close());

describe('at the same moment', () => {
  test('a member who sends and withdraws money during its recall does not pay twice', async () => {
    for (let round = 0; round < 5; round++) {
      const { member, line } = await acts.depositor('100.00');
      const account = await member.client.call(endpoints.addBankAccount, { body: theirAccount });
      const withdrawal = { amount: '30.00', currency: 'EUR', payment_method_id: account.id } as const;
      const [recalled] = await Promise.allSettled([
        acts.recall(line),
        acts.send(member, '10.00'),
        member.client.call(endpoints.withdraw, { body: withdrawal }),
        acts.send(member, '20.00'),
        acts.send(member, '15.00'),
      ]);
      expect(recalled.status).toBe('fulfilled');
      const [owed] = await acts.receivablesOf(member);
      const [balance, held] = (await euroWallet(member)).map(Number);
      expect(balance).toBe(held);
      expect(Number(owed?.open_exact ?? 0)).toBeGreaterThanOrEqual(held ?? 0);
      const code = owed ? 'account_restricted' : 'insufficient_balance';
      await expect(acts.send(member, '1.00')).rejects.toMatchObject({ body: { code } });
    }
  });

  test('two operators, a reversal and several nodes take one deposit back once', async () => {
    for (let round = 0; round < 5; round++) {
      const { member, line, endToEnd } = await acts.depositor('60.00');
      await acts.send(member, '50.00');
      await Promise.allSettled([
        acts.recall(line),
        acts.recall(line, { by: amara }),
        acts.takeBack('60.00', endToEnd),
        acts.book(),
        acts.book(),
      ]);
      await acts.book();
      expect(await acts.receivablesOf(member)).toMatchObject([{ open_exact: '51.00' }]);
      expect(await queuedLine(bank, line)).toBeUndefined();
    }
  });

  test('deposits that arrive together pay a receivable once', async () => {
    const { member, endToEnd } = await acts.depositor('90.00');
    await acts.send(member, '80.00');
    await acts.takeBack('90.00', endToEnd);
    await Promise.all(Array.from({ length: 5 }, () => importTransfer(bank, member, '20.00')));
    await Promise.all([acts.book(), acts.book(), acts.book()]);
    expect(await acts.receivablesOf(member)).toEqual([]);
    expect(await euroWallet(member)).toEqual(['18.40', '0.00']);
  });
});
