import { endpoints } from '@florin/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { shiftClock, type ShiftedClock } from '../../../test/shifted-clock.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let clock: ShiftedClock;
let friend: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  clock = await shiftClock(...florin.ledgers.map(({ ownerPool }) => ownerPool));
  friend = await florin.signUp('A Friend');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Level 0 allows 500.00 a day and 2,000.00 a month. */
let ines: TestMember;
beforeEach(async () => {
  await clock.set(new Date('2027-05-10T12:00:00Z'));
  ines = await florin.signUpWith('5000.00', 'Ines');
  await florin.database.ownerPool.query('update users set kyc_level = 0 where id = $1', [ines.user.id]);
});

const send = (amount: string, recipient = friend.user.email) =>
  ines.client.call(endpoints.sendMoney, { body: { recipient_email: recipient, amount } });
const sendToNewAddress = (amount: string) => send(amount, `${randomUUID()}@elsewhere.example`);
const cancel = (id: string) => ines.client.call(endpoints.cancelTransaction, { params: { id } });
const over = (left: string, period: 'today' | 'this month') =>
  refusedWith('limit_exceeded', {
    detail: expect.stringContaining(`This is over your limit: ${left} is left ${period}.`),
  });
const left = async () => {
  const { day, month } = await ines.client.call(endpoints.getLimits);
  return [day.left_exact, month.left_exact];
};

test('restores the daily limit at midnight although the usage is cached', async () => {
  await send('500.00');
  await expect(send('0.01')).rejects.toMatchObject(over('$0.00', 'today'));
  await clock.set(new Date('2027-05-11T00:00:00Z'));
  await send('500.00');
  await expect(send('0.01')).rejects.toMatchObject(over('$0.00', 'today'));
  expect(await left()).toEqual(['0.00', '1000.00']);
});

test('limits a send to the unused part of the monthly limit, and restores the limit on the first day of a month', async () => {
  for (const day of ['10', '11', '12']) {
    await clock.set(new Date(`2027-05-${day}T12:00:00Z`));
    await send('500.00');
  }
  await clock.set(new Date('2027-05-13T12:00:00Z'));
  await send('400.00');
  await clock.set(new Date('2027-05-31T23:00:00Z'));
  await expect(send('100.01')).rejects.toMatchObject(over('$100.00', 'this month'));
  await send('100.00');
  await clock.set(new Date('2027-06-01T00:00:00Z'));
  expect(await left()).toEqual(['500.00', '2000.00']);
  await send('500.00');
});

test('restores the daily limit after a cancellation on the same day', async () => {
  const { id } = await sendToNewAddress('500.00');
  await expect(send('0.01')).rejects.toMatchObject(over('$0.00', 'today'));
  await cancel(id);
  expect(await left()).toEqual(['500.00', '2000.00']);
  await send('500.00');
});

test('restores the monthly but not the daily limit after a cancellation on the next day', async () => {
  const { id } = await sendToNewAddress('500.00');
  await clock.set(new Date('2027-05-11T12:00:00Z'));
  await send('500.00');
  await cancel(id);
  await expect(send('0.01')).rejects.toMatchObject(over('$0.00', 'today'));
  expect(await left()).toEqual(['0.00', '1500.00']);
});

test('does not restore the limit after a cancellation in another month', async () => {
  const { id } = await sendToNewAddress('500.00');
  await clock.set(new Date('2027-06-02T12:00:00Z'));
  await send('100.00');
  await cancel(id);
  expect(await left()).toEqual(['400.00', '1900.00']);
});

test('applies the limits of a higher level to the next send and keeps the used amount', async () => {
  await send('500.00');
  await florin.database.ownerPool.query('update users set kyc_level = 2 where id = $1', [ines.user.id]);
  await send('2000.00');
  expect(await left()).toEqual(['7500.00', '97500.00']);
});
