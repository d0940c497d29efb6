import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  euroWallet,
  houseBalance,
  importTransfer,
  makeBatch,
  openLiveBank,
  type LiveBank,
} from '../../../test/live-bank.ts';
import { approve } from '../../../test/second-operator.ts';
import { newestLine, restricted, theirAccount, takenDeposits } from '../../../test/taken-deposits.ts';
import type { TestMember } from '../../../test/test-app.ts';
import { collectInTurn } from './collect-receivables.ts';

let bank: LiveBank;
let olu: TestMember;
let amara: TestMember;
let friend: TestMember;
let acts: ReturnType<typeof takenDeposits>;
beforeAll(async () => {
  bank = await openLiveBank({}, { connections: 10 });
  ({ olu, amara } = bank);
  friend = await bank.florin.signUp('Friend');
  acts = takenDeposits(bank, friend);
});
afterEach(() => acts.expectInBooks());
afterAll(() => bank.close());

describe('a deposit that the balance does not cover any more', () => {
  test('a returned deposit that the balance does not cover becomes a receivable, restricts the account, and is paid first by the next deposits', async () => {
    const { member, endToEnd } = await acts.depositor('100.00');
    await acts.send(member, '50.00');
    await acts.takeBack('100.00', endToEnd);
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
    expect(await acts.receivablesOf(member)).toMatchObject([
      { deposit_exact: '100.00', missing_exact: '51.00', open_exact: '51.00', cause: 'reversal', proposal: null },
    ]);
    expect(await newestLine(member)).toMatchObject({
      amount_exact: '-49.00',
      reason: 'The bank took the money back. The deposit was 100.00 EUR. Your balance did not cover 51.00 EUR of it.',
    });
    await expect(acts.send(member, '1.00')).rejects.toMatchObject(restricted);
    await importTransfer(bank, member, '20.00');
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
    expect(await newestLine(member)).toMatchObject({
      type: 'taken_back',
      amount_exact: '-20.00',
      description: 'Paid what you owed for a deposit that was taken back',
      reason: 'You still owe 31.00 EUR for it.',
    });
    await expect(acts.send(member, '1.00')).rejects.toMatchObject(restricted);
    await importTransfer(bank, member, '40.00');
    expect(await euroWallet(member)).toEqual(['9.00', '0.00']);
    expect(await acts.receivablesOf(member)).toEqual([]);
    await acts.send(member, '1.00');
    expect(await acts.mailsTo(member)).toContain('You can send and withdraw money again');
    const [ended] = await member.client.call(endpoints.listNotifications);
    expect(ended).toMatchObject({
      kind: 'receivable_ended',
      title: 'You paid the €51.00 that you owed',
      body: 'You can send and withdraw money again',
    });
  });

  test('a member with a receivable can see, add and exchange money, but not withdraw, pay or leave', async () => {
    const { member, endToEnd } = await acts.depositor('100.00');
    await acts.send(member, '98.00');
    await acts.takeBack('100.00', endToEnd);
    const { client, password } = member;
    const owed = async () => (await client.call(endpoints.listWallets)).map(({ owed_exact: exact }) => exact);
    expect(await owed()).toEqual([undefined, '99.96', undefined]);
    const card = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    await client.call(endpoints.addFunds, { body: { amount: '50.00', payment_method_id: card.id } });
    const bankAccount = await client.call(endpoints.addBankAccount, { body: theirAccount });
    const withdrawal = { amount: '5.00', currency: 'EUR', payment_method_id: bankAccount.id } as const;
    await expect(client.call(endpoints.withdraw, { body: withdrawal })).rejects.toMatchObject(restricted);
    await expect(client.call(endpoints.closeAccount, { body: { current_password: password } })).rejects.toMatchObject({
      body: { code: 'account_not_empty', detail: 'You still owe €99.96. Add money to pay it first.' },
    });
    await client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '40.00' } });
    await acts.book();
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
    expect(Number((await acts.receivablesOf(member))[0]?.open_exact)).toBeLessThan(99.96);
  });

  test('a receivable holds withdrawals that the bank does not have yet, and takes the money of canceled withdrawals', async () => {
    const { member, endToEnd } = await acts.depositor('100.00');
    const { client } = member;
    const account = await client.call(endpoints.addBankAccount, { body: theirAccount });
    const body = { amount: '60.00', currency: 'EUR', payment_method_id: account.id } as const;
    const { id } = await client.call(endpoints.withdraw, { body });
    const other = await acts.depositor('10.00');
    const paid = await other.member.client.call(endpoints.addBankAccount, { body: theirAccount });
    const small = { amount: '2.00', currency: 'EUR', payment_method_id: paid.id } as const;
    const second = await other.member.client.call(endpoints.withdraw, { body: small });
    const batch = await makeBatch(bank, [id, second.id]);
    await acts.takeBack('100.00', endToEnd);
    expect(await acts.receivablesOf(member)).toMatchObject([{ open_exact: '60.00' }]);
    const approved = await amara.client.call(endpoints.approveBatch, { params: { id: batch.id } });
    expect(approved.batch).toMatchObject({ state: 'written', count: 1, dropped: 1 });
    const { ready } = await olu.client.call(endpoints.getPayoutDesk);
    expect(ready.find((payout) => payout.id === id)).toMatchObject({ signs: ['Owes money'] });
    await client.call(endpoints.cancelTransaction, { params: { id } });
    await acts.book();
    expect(await acts.receivablesOf(member)).toEqual([]);
    expect(await euroWallet(member)).toEqual(['0.00', '0.00']);
  });

  test('a returned deposit of a member who has left becomes a receivable without a restriction', async () => {
    const { member, endToEnd } = await acts.depositor('30.00');
    await acts.send(member, '29.00');
    await acts.send(member, '0.41');
    const { client, password } = member;
    await client.call(endpoints.closeAccount, { body: { current_password: password } });
    await acts.takeBack('30.00', endToEnd);
    expect(await acts.receivablesOf(member)).toMatchObject([{ open_exact: '30.00', state: 'closed' }]);
  });

  test('two operators can write off a returned deposit that the balance does not cover, and the restriction ends', async () => {
    const { member, endToEnd } = await acts.depositor('30.00');
    await acts.send(member, '20.00');
    await acts.takeBack('30.00', endToEnd);
    const [owed] = await acts.receivablesOf(member);
    const writeOff = (by: TestMember) =>
      by.client.call(endpoints.writeOffReceivable, {
        params: { id: owed?.id ?? '' },
        body: { reason: 'He cannot pay.' },
      });
    const { proposal } = await writeOff(olu);
    expect(proposal).toMatchObject({ kind: 'write_off', amount_exact: '20.40', yours: true });
    await expect(writeOff(amara)).rejects.toMatchObject({ body: { code: 'proposal_open' } });
    await expect(approve(olu, proposal.id)).rejects.toMatchObject({ body: { code: 'second_operator_required' } });
    const before = await houseBalance(bank, 'write-offs');
    await Promise.allSettled([approve(amara, proposal.id), approve(amara, proposal.id)]);
    expect(await houseBalance(bank, 'write-offs')).toBe(before - 20_40);
    expect(await acts.receivablesOf(member)).toEqual([]);
    const transfer = await importTransfer(bank, member, '5.00');
    expect(transfer).toBeDefined();
    await acts.send(member, '1.00');
    await expect(writeOff(olu)).rejects.toMatchObject({ body: { code: 'receivable_not_open' } });
    const [, ended] = await member.client.call(endpoints.listNotifications);
    expect(ended).toMatchObject({ kind: 'receivable_ended', title: 'You no longer owe €20.40' });
  });

  test('a write-off of a receivable that was paid meanwhile ends without an effect', async () => {
    const { member, endToEnd } = await acts.depositor('30.00');
    await acts.send(member, '20.00');
    await acts.takeBack('30.00', endToEnd);
    const [owed] = await acts.receivablesOf(member);
    const call = { params: { id: owed?.id ?? '' }, body: { reason: 'He cannot pay.' } };
    const { proposal } = await olu.client.call(endpoints.writeOffReceivable, call);
    await importTransfer(bank, member, '20.40');
    await expect(approve(amara, proposal.id)).rejects.toMatchObject({ body: { code: 'receivable_not_open' } });
  });
});

test('the job handles 100 receivables at a time, and each receivable gets its turn', async () => {
  const { member, endToEnd } = await acts.depositor('30.00');
  await acts.send(member, '20.00');
  await acts.takeBack('30.00', endToEnd);
  const { florin } = bank;
  const poor = await florin.signUp('Poor');
  const older = `insert into taken_deposits (id, user_id, currency, amount, missing, open, cause, taken_at)
    select gen_random_uuid(), $1, 'EUR', 1, 1, 1, 'recall', now() - interval '1 day' from generate_series(1, 150)`;
  await florin.database.ownerPool.query(older, [poor.user.id]);
  try {
    await friend.client.call(endpoints.sendMoney, {
      body: { recipient_email: member.user.email, amount: '5.00', currency: 'EUR' },
    });
    const collect = collectInTurn(florin.app.dependencies);
    const owed = async () => (await acts.receivablesOf(member)).map(({ open_exact: open }) => open);
    await collect();
    expect(await owed()).toEqual(['20.40']);
    await collect();
    expect(await owed()).toEqual(['15.40']);
  } finally {
    await florin.database.ownerPool.query('delete from taken_deposits where user_id = $1', [poor.user.id]);
  }
});
