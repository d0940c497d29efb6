import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordingRail } from '../../../test/recording-rail.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { settleBankOrders } from './index.ts';

let florin: TestApp;
let ines: TestMember;
let bank: string;
let rail: ReturnType<typeof recordingRail>;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  ines = await florin.signUpWith('300.00');
  bank = (await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } })).id;
  rail = recordingRail();
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

/** Asks the bank about open orders. By default, the time for canceling withdrawals is over. */
const settle = (callBackSeconds = 0) =>
  settleBankOrders({ ...florin.app.dependencies, rail, callBackSeconds, logger: pino({ level: 'silent' }) });

/** The calls to the bank for orders of this amount. The amount keeps other tests' orders out. */
const asked = (amount: string) => rail.done.filter((order) => order.includes(` ${amount} `));

const withdraw = (amount: string, options: { idempotencyKey?: string; currency?: 'EUR' } = {}) =>
  ines.client.call(
    endpoints.withdraw,
    { body: { amount, payment_method_id: bank, ...(options.currency && { currency: options.currency }) } },
    options,
  );
const cancel = (id: string) => ines.client.call(endpoints.cancelTransaction, { params: { id } });
const line = (id: string) => ines.client.call(endpoints.getTransaction, { params: { id } });
const history = () => ines.client.call(endpoints.listTransactions, { query: {} });
const dollars = async () => {
  const [usd] = await ines.client.call(endpoints.listWallets);
  return [usd?.balance_exact, usd?.held_exact, usd?.available_exact];
};
const leftToday = async () => (await ines.client.call(endpoints.getLimits)).day.left_exact;

describe('a withdrawal', () => {
  test('withdraws a whole balance below the minimum and repeats the answer for a retry', async () => {
    await withdraw('299.40');
    await expect(withdraw('0.59')).rejects.toMatchObject(refusedWith('invalid_amount'));
    const rest = await withdraw('0.60', { idempotencyKey: 'the rest' });
    expect(rest).toMatchObject({ amount_exact: '-0.60', status: 'pending' });
    expect(await withdraw('0.60', { idempotencyKey: 'the rest' })).toEqual(rest);
    expect(await dollars()).toEqual(['300.00', '300.00', '0.00']);
  });

  test('holds a new withdrawal as pending and counts it against the limits', async () => {
    const pending = await withdraw('80.00');
    expect(pending).toMatchObject({
      type: 'withdrawal',
      status: 'pending',
      amount_exact: '-80.00',
      counter_amount_exact: '80.00',
      fee_exact: '0.00',
      description: 'Withdrawn to Sandbox Bank •••• 6789',
      can_cancel: true,
    });
    expect(pending.timeline.map(({ step }) => step)).toEqual(['started', 'sent_to_bank', 'completed']);
    expect(await dollars()).toEqual(['300.00', '80.00', '220.00']);
    expect(await leftToday()).toBe('920.00');
    expect((await history())[0]).toEqual(pending);
  });

  test('posts a withdrawal under its id once the bank has it', async () => {
    const { id } = await withdraw('80.03');
    await settle();
    await settle();
    expect(asked('80.03')).toEqual(['pay out 80.03 USD']);
    const done = await line(id);
    expect(done).toMatchObject({ id, status: 'completed', amount_exact: '-80.03', balance_after_exact: '219.97' });
    expect(done.timeline.every(({ at }) => at !== null)).toBe(true);
    expect(await dollars()).toEqual(['219.97', '0.00', '219.97']);
    expect((await history()).map(({ id: each }) => each)).toContain(id);
    expect(await history()).toHaveLength(2);
  });

  test('releases a withdrawal that the bank returned, with the reason, and restores the limit', async () => {
    const { id } = await withdraw('80.13');
    await settle();
    expect(await line(id)).toMatchObject({
      status: 'returned',
      amount_exact: '0.00',
      counter_amount_exact: '80.13',
      reason: 'Your bank couldn’t find this account.',
      can_cancel: false,
    });
    expect(await dollars()).toEqual(['300.00', '0.00', '300.00']);
    expect(await leftToday()).toBe('1000.00');
  });

  test('asks the bank again about a pending withdrawal', async () => {
    const { id } = await withdraw('80.44');
    await settle();
    await settle();
    expect(asked('80.44')).toHaveLength(2);
    expect(await line(id)).toMatchObject({ status: 'pending', can_cancel: false });
    await expect(cancel(id)).rejects.toMatchObject(refusedWith('not_cancellable'));
  });

  test('records once that a withdrawal went to the bank', async () => {
    await withdraw('70.44');
    await settle();
    const posted: string[] = [];
    const { ledger } = florin.app.dependencies;
    const post: typeof ledger.post = (entry, sentences) => {
      posted.push(entry.kind);
      return ledger.post(entry, sentences);
    };
    await settleBankOrders({
      ...florin.app.dependencies,
      ledger: { ...ledger, post },
      rail,
      callBackSeconds: 0,
      logger: pino({ level: 'silent' }),
    });
    expect(asked('70.44')).toHaveLength(2);
    expect(posted).toEqual([]);
  });

  test("uses the command's key as the bank's reference, so that a restore cannot reuse it", async () => {
    const references: string[] = [];
    const { payOut } = rail;
    rail = { ...rail, payOut: (order) => (references.push(order.reference), payOut(order)) };
    await withdraw('40.03');
    await settle();
    const { rows } = await florin.database.ownerPool.query<{ key: string }>(
      `select key from books.entries where actor = $1 and kind = 'withdrawal-started'`,
      [ines.user.id],
    );
    expect(references).toContain(rows[0]?.key);
  });

  test('does not send a withdrawal to the bank while it can be canceled', async () => {
    await withdraw('80.01');
    await settle(60);
    expect(asked('80.01')).toEqual([]);
  });

  test('cancels a withdrawal once before the bank has it and restores the limit', async () => {
    const { id } = await withdraw('80.02');
    const canceled = await cancel(id);
    expect(canceled).toMatchObject({ id, status: 'cancelled', amount_exact: '0.00', can_cancel: false });
    expect(await cancel(id)).toEqual(canceled);
    await settle();
    expect(asked('80.02')).toEqual([]);
    expect(await dollars()).toEqual(['300.00', '0.00', '300.00']);
    expect(await leftToday()).toBe('1000.00');
  });

  test('either cancels or pays out a withdrawal, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await withdraw('10.01');
      rail = recordingRail();
      const [canceled] = await Promise.allSettled([cancel(id), settle()]);
      await settle();
      const paidOut = asked('10.01').length > 0;
      expect(canceled.status).toBe(paidOut ? 'rejected' : 'fulfilled');
      expect((await line(id)).status).toBe(paidOut ? 'completed' : 'cancelled');
    }
  });

  test('pays out and posts a withdrawal once when several nodes settle it', async () => {
    const { id } = await withdraw('80.00');
    await Promise.all([settle(), settle(), settle()]); // the bank pays each reference once
    expect(await line(id)).toMatchObject({ status: 'completed' });
    expect(await dollars()).toEqual(['220.00', '0.00', '220.00']);
  });

  test('holds a withdrawal with a repeated key once', async () => {
    const first = await withdraw('80.00', { idempotencyKey: 'rent' });
    expect(await withdraw('80.00', { idempotencyKey: 'rent' })).toEqual(first);
    await settle();
    expect(await withdraw('80.00', { idempotencyKey: 'rent' })).toMatchObject({ id: first.id, status: 'completed' });
    await expect(withdraw('81.00', { idempotencyKey: 'rent' })).rejects.toMatchObject(
      refusedWith('idempotency_key_reused'),
    );
    expect(await dollars()).toEqual(['220.00', '0.00', '220.00']);
  });

  test("repeats a withdrawal's answer after its bank account was removed", async () => {
    const first = await withdraw('80.00', { idempotencyKey: 'rent' });
    await ines.client.call(endpoints.removePaymentMethod, { params: { id: bank } });
    expect(await withdraw('80.00', { idempotencyKey: 'rent' })).toEqual(first);
    await expect(withdraw('80.00', { idempotencyKey: 'more' })).rejects.toMatchObject(
      refusedWith('payment_method_not_found'),
    );
    expect(await dollars()).toEqual(['300.00', '80.00', '220.00']);
  });

  test('rejects a withdrawal of more than the available balance', async () => {
    await withdraw('200.00');
    await expect(withdraw('100.01')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    await expect(withdraw('10.00', { currency: 'EUR' })).rejects.toMatchObject(refusedWith('insufficient_balance'));
  });

  test('rejects a withdrawal over the limit', async () => {
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    await ines.client.call(endpoints.addFunds, { body: { amount: '1300.00', payment_method_id: card?.id ?? '' } });
    await expect(withdraw('1000.01')).rejects.toMatchObject(refusedWith('limit_exceeded'));
  });

  test('accepts withdrawals only to bank accounts and within the bounds', async () => {
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    const toCard = ines.client.call(endpoints.withdraw, {
      body: { amount: '5.00', payment_method_id: card?.id ?? '' },
    });
    await expect(toCard).rejects.toMatchObject(refusedWith('payment_method_not_usable'));
    await expect(withdraw('0.99')).rejects.toMatchObject(refusedWith('invalid_amount'));
    await expect(withdraw('25000.01')).rejects.toMatchObject(refusedWith('invalid_amount'));
    const strange = ines.client.call(endpoints.withdraw, { body: { amount: '5.00', payment_method_id: 'none' } });
    await expect(strange).rejects.toMatchObject(refusedWith('payment_method_not_found'));
  });

  test('hides a withdrawal from other members and rejects their cancellation', async () => {
    const { id } = await withdraw('80.00');
    const other = await florin.signUp();
    const input = { params: { id } };
    await expect(other.client.call(endpoints.getTransaction, input)).rejects.toMatchObject(refusedWith('not_found'));
    await expect(other.client.call(endpoints.cancelTransaction, input)).rejects.toMatchObject(refusedWith('not_found'));
  });
});

describe('a bank deposit', () => {
  const deposit = (amount: string) =>
    ines.client.call(endpoints.addFunds, { body: { amount, payment_method_id: bank } });

  test('shows a new bank deposit as pending and leaves the balance unchanged', async () => {
    expect(await deposit('50.00')).toMatchObject({
      type: 'deposit',
      status: 'pending',
      amount_exact: '0.00',
      counter_amount_exact: '50.00',
      can_cancel: false,
    });
    expect(await dollars()).toEqual(['300.00', '0.00', '300.00']);
  });

  test('credits a bank deposit under its id after the bank has sent it', async () => {
    const { id } = await deposit('50.01');
    await settle();
    await settle();
    expect(await line(id)).toMatchObject({ id, status: 'completed', amount_exact: '50.01' });
    expect(await dollars()).toEqual(['350.01', '0.00', '350.01']);
    expect(asked('50.01')).toEqual(['collect 50.01 USD']);
  });

  test('returns a bank deposit that the bank rejects, with the reason', async () => {
    const { id } = await deposit('50.13');
    await settle();
    expect(await line(id)).toMatchObject({
      status: 'returned',
      amount_exact: '0.00',
      reason: 'Your bank couldn’t find this account.',
    });
    expect(await dollars()).toEqual(['300.00', '0.00', '300.00']);
  });

  test('rejects canceling a bank deposit', async () => {
    const { id } = await deposit('50.44');
    await expect(cancel(id)).rejects.toMatchObject(refusedWith('not_cancellable'));
  });
});

test('rejects canceling a transaction that posted immediately', async () => {
  const [deposit] = await history();
  await expect(cancel(deposit?.id ?? '')).rejects.toMatchObject(refusedWith('not_cancellable'));
});

test('reaches a withdrawal behind 100 unfinished ones', async () => {
  await Promise.all(Array.from({ length: 100 }, () => withdraw('1.44')));
  const { id } = await withdraw('30.03');
  await settle();
  expect(await line(id)).toMatchObject({ status: 'completed' });
});
