import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPayoutRoom, type PayoutRoom, type Withdrawal } from '../../../../test/payout-room.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import type { TestMember } from '../../../../test/test-app.ts';
import { setRole } from '../../identity/index.ts';

let room: PayoutRoom;
beforeAll(async () => {
  room = await openPayoutRoom('EUR');
});
afterAll(() => room.close());

const settle = ({ client }: TestMember, id: string) =>
  client.call(endpoints.settleBankOrder, { params: { id }, body: { reason: 'Paid.' } });
const giveBack = ({ client }: TestMember, id: string) =>
  client.call(endpoints.returnBankOrder, { params: { id }, body: { reason: 'The account is closed.' } });

const listed = async ({ id }: Withdrawal) =>
  (await room.olu.client.call(endpoints.listBankOrders)).find((one) => one.id === id);

/** Expects the list to give the same reason as the server's refusal to settle, and no reason against a return. */
async function expectOnlyReturnable(withdrawn: Withdrawal, reason: RegExp): Promise<void> {
  const { not_settleable: detail, not_returnable: other } = (await listed(withdrawn)) ?? {};
  expect(detail).toMatch(reason);
  expect(other).toBeNull();
  await expect(settle(room.olu, withdrawn.id)).rejects.toMatchObject(refusedWith('order_not_pending', { detail }));
}

test('the list says why a withdrawal that is paid by file cannot be released or returned', async () => {
  const withdrawn = await room.withdrawal('40.00');
  await expectOnlyReturnable(withdrawn, /Put it into a payment batch/);
  const batch = await room.make([withdrawn]);
  await expectOnlyReturnable(withdrawn, /is in a payment batch/);
  await room.approve(batch);
  const detail = 'The bank has this withdrawal. Its statement or status file ends it.';
  expect(await listed(withdrawn)).toMatchObject({ not_settleable: detail, not_returnable: detail });
  for (const decide of [settle, giveBack])
    await expect(decide(room.olu, withdrawn.id)).rejects.toMatchObject(refusedWith('order_not_pending', { detail }));
});

test('a withdrawal of a refused batch waits for a new batch, and can be returned', async () => {
  const withdrawn = await room.withdrawal('41.00');
  const { id } = await room.make([withdrawn]);
  await room.amara.client.call(endpoints.refuseBatch, { params: { id }, body: { reason: 'Too early.' } });
  await expectOnlyReturnable(withdrawn, /Put it into a payment batch/);
  expect(await giveBack(room.olu, withdrawn.id)).toEqual({ proposal: null });
});

test('operators cannot decide about their own withdrawals', async () => {
  const { member, id } = await room.withdrawal('42.00', 'Tomás Rivera');
  await setRole(room.florin.database.pool, member.user.id, 'operator', { operator: 'command line' });
  const order = (await member.client.call(endpoints.listBankOrders)).find((one) => one.id === id);
  const detail = 'This is your own order. Another operator must decide it.';
  expect(order).toMatchObject({ not_settleable: detail, not_returnable: detail });
  for (const decide of [settle, giveBack])
    await expect(decide(member, id)).rejects.toMatchObject(refusedWith('order_not_found', { detail }));
});
