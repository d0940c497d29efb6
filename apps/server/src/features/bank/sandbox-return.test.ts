import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordingRail } from '../../../test/recording-rail.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { settleBankOrders } from '../funding/index.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  const payOut = async () => ({ state: 'settled' }) as const;
  florin = await createTestApp({}, { rail: { ...recordingRail(), payOut } }, asManyAsAServer);
});
beforeEach(async () => {
  ines = await florin.signUpWith('300.00', 'Ines');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const withdraw = async () => {
  const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  return ines.client.call(endpoints.withdraw, { body: { amount: '80.00', payment_method_id: bank.id } });
};
const comesBack = (id: string, { client } = ines) => client.call(endpoints.simulateReturn, { params: { id } });
const settle = () =>
  settleBankOrders({ ...florin.app.dependencies, callBackSeconds: 0, logger: pino({ level: 'silent' }) });
const dollars = async () => (await ines.client.call(endpoints.me)).balances.usd_exact;
const leftToday = async () => (await ines.client.call(endpoints.getLimits)).day.left_exact;
const line = (id: string) => ines.client.call(endpoints.getTransaction, { params: { id } });

test('a pending withdrawal is returned with the reason, restores its limit, and is never sent', async () => {
  const left = await leftToday();
  const { id } = await withdraw();
  const returned = await comesBack(id);
  expect(returned).toMatchObject({ id, status: 'returned', reason: 'Your bank returned this withdrawal.' });
  expect(await comesBack(id)).toEqual(returned);
  await settle();
  expect(await line(id)).toMatchObject({ status: 'returned' });
  expect([await dollars(), await leftToday()]).toEqual(['300.00', left]);
});

test('a paid withdrawal is returned once as a separate line, even for calls at the same time', async () => {
  const left = await leftToday();
  const { id } = await withdraw();
  await settle();
  expect(await dollars()).toBe('220.00');
  const lines = await Promise.all(Array.from({ length: 4 }, () => comesBack(id)));
  expect(new Set(lines.map((one) => one.id)).size).toBe(1);
  expect(lines[0]).toMatchObject({ type: 'deposit', description: 'Withdrawal came back', amount_exact: '80.00' });
  expect(await line(id)).toMatchObject({ status: 'completed' });
  expect([await dollars(), await leftToday()]).toEqual(['300.00', left]);
});

test('a withdrawal that is settled at the same moment is still returned once', async () => {
  const { id } = await withdraw();
  await Promise.all([settle(), comesBack(id), comesBack(id)]);
  await comesBack(id);
  expect(await dollars()).toBe('300.00');
});

test('a canceled withdrawal cannot come back', async () => {
  const { id } = await withdraw();
  await ines.client.call(endpoints.cancelTransaction, { params: { id } });
  await expect(comesBack(id)).rejects.toMatchObject(refusedWith('order_not_pending'));
  expect(await dollars()).toBe('300.00');
});

test("refuses to return another member's withdrawal, a deposit, or an unknown order", async () => {
  const { id } = await withdraw();
  const lea = await florin.signUp('Lea');
  const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const deposit = await ines.client.call(endpoints.addFunds, { body: { amount: '20', payment_method_id: bank.id } });
  for (const [one, member] of [
    [id, lea],
    [deposit.id, ines],
    [randomUUID(), ines],
    ['h1', ines],
  ] as const)
    await expect(comesBack(one, member)).rejects.toMatchObject(refusedWith('order_not_found'));
  expect(await line(id)).toMatchObject({ status: 'pending' });
});
