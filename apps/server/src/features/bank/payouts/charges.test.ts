import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPayoutRoom, type PayoutRoom } from '../../../../test/payout-room.ts';

let room: PayoutRoom;
let fees = 0;
beforeAll(async () => {
  room = await openPayoutRoom('EUR');
});
afterEach(() => expectNothingBetween());
afterAll(() => room.close());

const expectNothingBetween = async () => expect(await room.house('bank-clearing')).toBe(0);

/** Expects that the bank has taken this charge since the last call. */
async function expectCharged(cents: number): Promise<void> {
  const before = fees;
  fees = await room.house('bank-fees');
  expect(before - fees).toBe(cents);
}

const open = async () => (await room.olu.client.call(endpoints.getBankDesk)).unallocated;

async function paidOut(amount: string) {
  const { payouts, ids } = await room.paidOut(amount);
  const [[payout], [endToEnd]] = [payouts, ids];
  if (!payout || !endToEnd) throw new Error('nothing was paid out');
  return { payout, endToEnd };
}

test('a debit with the stated charge settles the payout, and the charge is a bank fee', async () => {
  const { payout, endToEnd } = await paidOut('40.00');
  await room.line('-42.50', { endToEnd, charge: '2.50' });
  expect(await room.status(payout)).toBe('completed');
  expect(await room.wallet(payout)).toEqual(['60.00', '0.00']);
  expect(await open()).toEqual([]);
  await expectCharged(250);
  await room.line('40.00', { endToEnd, returned: 'AC04' });
  expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
});

test('a debit of a whole batch with the stated charge settles the payouts, and the charge is a bank fee', async () => {
  const { batch, payouts } = await room.paidOut('10.00', '20.00');
  const batchId = batch.id.replaceAll('-', '');
  await room.line('-11.50', { batchId, charge: '1.50' });
  expect((await open()).map(({ amount_exact: amount }) => amount)).toEqual(['-11.50']);
  await expectCharged(0);
  await room.line('-20.50', { batchId, charge: '0.50' });
  expect(await Promise.all(payouts.map(room.status))).toEqual(['completed', 'completed']);
  expect(await open()).toEqual([]);
  expect(await room.house('unallocated')).toBe(0);
  await expectCharged(200);
});

test('a stated charge that the amount does not include is not a bank fee of this line', async () => {
  const { payout, endToEnd } = await paidOut('41.00');
  await room.line('-41.00', { endToEnd, charge: '2.50' });
  expect(await room.status(payout)).toBe('completed');
  await expectCharged(0);
});

test('a debit waits for an operator if it differs from the payout by more or less than the charge', async () => {
  const { payout, endToEnd } = await paidOut('43.00');
  await room.line('-45.00', { endToEnd, charge: '1.99' });
  await room.line('-45.00', { endToEnd });
  expect(await room.status(payout)).toBe('pending');
  expect((await open()).map(({ amount_exact: amount, reason }) => [amount, reason])).toEqual([
    ['-45.00', 'outgoing'],
    ['-45.00', 'outgoing'],
  ]);
  await expectCharged(0);
});

test('the report of a day has payout and charge as two kinds', async () => {
  const { endToEnd } = await paidOut('44.00');
  await room.statement({ lines: [{ amount: '-46.00', day: '2026-11-24', id: 'CHARGED', endToEnd, charge: '2.00' }] });
  await expectCharged(200);
  const { pool } = room.florin.database;
  for (const day of ['2026-11-23', '2026-11-24']) await room.olu.client.call(endpoints.closeBankDay, { body: { day } });
  const { rows } = await pool.query<{ content: string }>(`select content from day_reports where day = '2026-11-24'`);
  expect(JSON.parse(rows[0]?.content ?? '{}')).toMatchObject({
    difference: '0.00',
    lines: 1,
    kinds: [
      { kind: 'bank-fee', money_in: '0.00', money_out: '-2.00' },
      { kind: 'payout', money_in: '0.00', money_out: '-44.00' },
    ],
  });
});
