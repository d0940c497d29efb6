import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordingRail } from '../../../../test/recording-rail.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { approve } from '../../../../test/second-operator.ts';
import { createTestApp, oneConnection, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import type { BankAnswer } from '../../../providers/payment-rail/payment-rail.ts';
import { setRole } from '../../identity/index.ts';
import { returnOrder, settleBankOrders } from '../index.ts';

let florin: TestApp;
let olu: TestMember;
let amara: TestMember;
let ines: TestMember;
/** The bank's answer to each order, and whether it arrives. */
let said: BankAnswer;
let isReachable: boolean;
const answer = async () => {
  if (!isReachable) throw new Error('socket hang up');
  return said;
};
beforeAll(async () => {
  florin = await createTestApp({}, { rail: { ...recordingRail(), payOut: answer, collect: answer } }, oneConnection);
  [olu, amara] = [await florin.signUp('Olu Adeyemi'), await florin.signUp('Amara Nwosu')];
  for (const { user } of [olu, amara])
    await setRole(florin.database.pool, user.id, 'operator', { operator: 'command line' });
});
beforeEach(async () => {
  ines = await florin.signUpWith('300.00', 'Ines Almeida');
  isReachable = true;
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const started = async (endpoint: 'withdraw' | 'addFunds') => {
  const { id } = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  return ines.client.call(endpoints[endpoint], { body: { amount: '80.00', payment_method_id: id } });
};
const settleOrders = () =>
  settleBankOrders({ ...florin.app.dependencies, callBackSeconds: 0, logger: pino({ level: 'silent' }) });
const propose = (id: string) =>
  olu.client.call(endpoints.settleBankOrder, { params: { id }, body: { reason: 'It is on the statement.' } });
/** Settles a deposit by two operators: one proposes, the other approves. */
const settle = async (id: string) => {
  const { proposal } = await propose(id);
  return proposal && approve(amara, proposal.id);
};
const returnIt = (id: string) =>
  olu.client.call(endpoints.returnBankOrder, { params: { id }, body: { reason: 'The account is closed.' } });
const line = (id: string) => ines.client.call(endpoints.getTransaction, { params: { id } });
const dollars = async () => (await ines.client.call(endpoints.listWallets))[0]?.balance_exact;
const notPending = (detail: string) => refusedWith('order_not_pending', { detail });

describe("an operator's decision that contradicts the bank", () => {
  test('does not return a withdrawal that the bank paid, even if its answer was lost', async () => {
    const { id } = await started('withdraw');
    said = { state: 'settled' };
    isReachable = false;
    await settleOrders();
    isReachable = true;
    await expect(returnIt(id)).rejects.toMatchObject(notPending('The bank has settled this withdrawal.'));
    expect(await line(id)).toMatchObject({ status: 'completed' });
    expect(await dollars()).toBe('220.00');
  });

  test('does not return a deposit that has arrived', async () => {
    const { id } = await started('addFunds');
    said = { state: 'settled' };
    await expect(returnIt(id)).rejects.toMatchObject(notPending('The bank has settled this deposit.'));
    expect(await line(id)).toMatchObject({ status: 'completed' });
    expect(await dollars()).toBe('380.00');
  });

  test('does not settle a deposit that the bank returned', async () => {
    const { id } = await started('addFunds');
    said = { state: 'returned', reason: 'There is no cover.' };
    await expect(settle(id)).rejects.toMatchObject(
      notPending('The bank has returned this deposit: There is no cover.'),
    );
    expect(await line(id)).toMatchObject({ status: 'returned', reason: 'There is no cover.' });
    expect(await dollars()).toBe('300.00');
  });

  test('decides nothing about a sent order while the bank is unreachable', async () => {
    const { id } = await started('withdraw');
    said = { state: 'pending' };
    await settleOrders();
    isReachable = false;
    for (const decide of [settle, returnIt]) await expect(decide(id)).rejects.toMatchObject({ status: 500 });
    expect(await line(id)).toMatchObject({ status: 'pending' });
    isReachable = true;
    await returnIt(id);
    expect(await line(id)).toMatchObject({ status: 'returned', reason: 'The account is closed.' });
    expect(await dollars()).toBe('300.00');
  });

  /** Returns the order, and runs `overtake` after the check for the bank and before the transaction. */
  const returnOvertakenBy = (overtake: () => Promise<unknown>, id: string) => {
    const { dependencies } = florin.app;
    const overtaken = {
      ...dependencies.ledger,
      drawsToReturn: async (hold: bigint) => {
        const draws = await dependencies.ledger.drawsToReturn(hold);
        await overtake();
        return draws;
      },
    };
    const by = { operator: { id: olu.user.id, email: olu.user.email } };
    return returnOrder({ ...dependencies, ledger: overtaken }, id, { by, reason: 'The account is closed.' });
  };

  test('asks the bank if a withdrawal is sent to the bank during its return', async () => {
    const { id } = await started('withdraw');
    said = { state: 'pending' };
    await returnOvertakenBy(settleOrders, id);
    expect(await line(id)).toMatchObject({ status: 'returned', reason: 'The account is closed.' });
    expect((await line(id)).timeline.map(({ step }) => step)).toEqual(['started', 'sent_to_bank', 'returned']);
    expect(await dollars()).toBe('300.00');
  });

  test("rejects an operator's return if the member cancels at the same moment", async () => {
    const { id } = await started('withdraw');
    const cancel = () => ines.client.call(endpoints.cancelTransaction, { params: { id } });
    await expect(returnOvertakenBy(cancel, id)).rejects.toMatchObject({ code: 'order_not_pending' });
    expect(await line(id)).toMatchObject({ status: 'cancelled' });
    expect(await dollars()).toBe('300.00');
  });
});
