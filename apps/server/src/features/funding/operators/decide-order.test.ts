import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused, endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordingRail } from '../../../../test/recording-rail.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { approve, proposed } from '../../../../test/second-operator.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import type { PaymentRail } from '../../../providers/payment-rail/payment-rail.ts';
import { setRole } from '../../identity/index.ts';
import { returnOrder, settleBankOrders, settleOrder } from '../index.ts';

let florin: TestApp;
let olu: TestMember;
let amara: TestMember;
let ines: TestMember;
let bank: string;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  [olu, amara] = [await florin.signUp('Olu Adeyemi'), await florin.signUp('Amara Nwosu')];
  for (const { user } of [olu, amara])
    await setRole(florin.database.pool, user.id, 'operator', { operator: 'command line' });
});
beforeEach(async () => {
  ines = await florin.signUpWith('300.00', 'Ines Almeida');
  bank = (await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } })).id;
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const withdraw = (amount: string) =>
  ines.client.call(endpoints.withdraw, { body: { amount, payment_method_id: bank } });
const deposit = (amount: string) => ines.client.call(endpoints.addFunds, { body: { amount, payment_method_id: bank } });
const settle = (id: string, by = olu) =>
  by.client.call(endpoints.settleBankOrder, { params: { id }, body: { reason: 'It is on the bank’s statement.' } });
/** Two operators settle a deposit: one proposes, the other approves. */
const settleByTwo = async (id: string) => approve(amara, proposed(await settle(id)).id);
const returnIt = (id: string, by = olu) =>
  by.client.call(endpoints.returnBankOrder, { params: { id }, body: { reason: 'The account is closed.' } });
const cancel = (id: string) => ines.client.call(endpoints.cancelTransaction, { params: { id } });
const line = (id: string) => ines.client.call(endpoints.getTransaction, { params: { id } });
const orders = () => olu.client.call(endpoints.listBankOrders);
const listed = async (id: string) => (await orders()).find((order) => order.id === id);
const dollars = async () => {
  const [usd] = await ines.client.call(endpoints.listWallets);
  return [usd?.balance_exact, usd?.held_exact];
};
const leftToday = async () => (await ines.client.call(endpoints.getLimits)).day.left_exact;
const acts = async () =>
  (await olu.client.call(endpoints.listOperatorActs, { query: {} })).map(({ did, on, who }) => [did, on, who]);
/** Asks the bank about open orders. */
const settleOrders = (rail = recordingRail(), callBackSeconds = 0) =>
  settleBankOrders({ ...florin.app.dependencies, rail, callBackSeconds, logger: pino({ level: 'silent' }) });

describe('open bank orders', () => {
  test('lists an order for operators until it ends', async () => {
    const { id } = await withdraw('80.44');
    expect(await listed(id)).toEqual({
      id,
      kind: 'withdrawal',
      user_id: ines.user.id,
      name: 'Ines Almeida',
      email: ines.user.email,
      method: 'Sandbox Bank •••• 6789',
      amount: 80.44,
      amount_exact: '80.44',
      currency: 'USD',
      asked_at: expect.any(String),
      signs: ['New account', 'New bank account'],
      not_settleable: null,
      not_returnable: null,
      proposal: null,
    });
    await cancel(id);
    expect(await listed(id)).toBeUndefined();
  });

  test('shows warning signs for an unusual order and none for a usual one', async () => {
    const { id } = await withdraw('80.44');
    const { ownerPool } = florin.database;
    const long = `now() - interval '30 days'`;
    await ownerPool.query(`update users set created_at = ${long}, password_changed_at = ${long} where id = $1`, [
      ines.user.id,
    ]);
    await ownerPool.query(`update payment_methods set created_at = ${long} where id = $1`, [bank]);
    await ownerPool.query('update sessions set new_device = false where user_id = $1', [ines.user.id]);
    expect((await listed(id))?.signs).toEqual([]);
    await ownerPool.query('update users set password_changed_at = now() where id = $1', [ines.user.id]);
    await ownerPool.query('update sessions set new_device = true where user_id = $1', [ines.user.id]);
    expect((await listed(id))?.signs).toEqual(['New password', 'New device']);
    await cancel(id);
  });

  test('hides bank orders from members', async () => {
    const { id } = await withdraw('80.44');
    for (const call of [
      () => ines.client.call(endpoints.listBankOrders),
      () => settle(id, ines),
      () => returnIt(id, ines),
    ])
      await expect(call()).rejects.toMatchObject(refusedWith('not_found'));
    expect(await line(id)).toMatchObject({ status: 'pending' });
    await cancel(id);
  });
});

describe("an operator's decision about a bank order", () => {
  test('settles a withdrawal as the bank would and records it in the audit trail', async () => {
    const { id } = await withdraw('80.44');
    await settle(id);
    const done = await line(id);
    expect(done).toMatchObject({ id, status: 'completed', amount_exact: '-80.44', can_cancel: false });
    expect(done.timeline.map(({ step, at }) => [step, at !== null])).toEqual([
      ['started', true],
      ['sent_to_bank', true],
      ['completed', true],
    ]);
    expect(await dollars()).toEqual(['219.56', '0.00']);
    const on = `Ines Almeida, ${id}, $80.44`;
    expect((await acts()).slice(0, 2)).toEqual([
      ['Settled withdrawal', on, olu.user.email],
      ['Asked to settle withdrawal', on, olu.user.email],
    ]);
  });

  test("sends a withdrawal to the bank before settling it and accepts the bank's return", async () => {
    const { id } = await withdraw('80.13');
    const rail = recordingRail();
    await expect(
      settleOrder({ ...florin.app.dependencies, rail }, id, { by: { operator: { id: olu.user.id, email: '' } } }),
    ).rejects.toMatchObject({ code: 'order_not_pending' });
    expect(rail.done).toEqual(['pay out 80.13 USD']);
    expect(await line(id)).toMatchObject({ status: 'returned', reason: 'Your bank couldn’t find this account.' });
    expect(await dollars()).toEqual(['300.00', '0.00']);
  });

  test('returns a withdrawal from the bank with the reason and restores the limit', async () => {
    const { id } = await withdraw('80.44');
    await settleOrders();
    await returnIt(id);
    expect(await line(id)).toMatchObject({
      status: 'returned',
      reason: 'The account is closed.',
      amount_exact: '0.00',
    });
    expect(await dollars()).toEqual(['300.00', '0.00']);
    expect(await leftToday()).toBe('1000.00');
    expect((await acts())[0]?.[0]).toBe('Returned withdrawal');
  });

  test('returns an unsent withdrawal, which then never reaches the bank', async () => {
    const { id } = await withdraw('80.01');
    await returnIt(id);
    const rail = recordingRail();
    await settleOrders(rail);
    expect(rail.done.filter((order) => order.includes('80.01'))).toEqual([]);
    const returned = await line(id);
    expect(returned).toMatchObject({ status: 'returned', reason: 'The account is closed.' });
    expect(returned.timeline.map(({ step }) => step)).toEqual(['started', 'returned']);
    expect(await leftToday()).toBe('1000.00');
    const late = refusedWith('not_cancellable', { detail: 'This can no longer be canceled.' });
    await expect(cancel(id)).rejects.toMatchObject(late);
  });

  test('settles and returns bank deposits', async () => {
    const [settled, returned] = [await deposit('50.44'), await deposit('60.44')];
    expect(await listed(settled.id)).toMatchObject({ kind: 'deposit', amount_exact: '50.44' });
    await settleByTwo(settled.id);
    await returnIt(returned.id);
    expect(await line(settled.id)).toMatchObject({ status: 'completed', amount_exact: '50.44' });
    expect(await line(returned.id)).toMatchObject({ status: 'returned', reason: 'The account is closed.' });
    expect(await dollars()).toEqual(['350.44', '0.00']);
  });

  test('rejects settling or returning an ended or unknown order', async () => {
    const { id } = await withdraw('80.44');
    await cancel(id);
    const before = await acts();
    for (const decide of [settle, returnIt]) {
      await expect(decide(id)).rejects.toMatchObject(refusedWith('order_not_pending'));
      for (const none of ['h1', 'nonsense', 'h999999999999999999', '12-1'])
        await expect(decide(none)).rejects.toMatchObject(refusedWith('order_not_found'));
    }
    expect(await acts()).toEqual(before);
  });

  test("rejects an operator's decision about their own order", async () => {
    const card = await olu.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const body = { amount: '50.44', payment_method_id: card.id };
    const { id } = await olu.client.call(endpoints.addFunds, { body });
    expect((await listed(id))?.signs).toContain('Your own');
    for (const decide of [settle, returnIt])
      await expect(decide(id)).rejects.toMatchObject(refusedWith('order_not_found'));
    await returnIt(id, amara);
    expect(await listed(id)).toBeUndefined();
  });

  test("keeps an operator's return when the bank answers later, and logs the conflict", async () => {
    const { id } = await withdraw('80.01');
    const logged: unknown[] = [];
    const logger = pino({ base: null }, { write: (text) => void logged.push(JSON.parse(text)) });
    const slow: PaymentRail = {
      ...recordingRail(),
      payOut: async () => {
        await returnIt(id); // while the bank is asked
        return { state: 'settled' };
      },
    };
    await settleBankOrders({ ...florin.app.dependencies, rail: slow, callBackSeconds: 0, logger });
    expect(await line(id)).toMatchObject({ status: 'returned', reason: 'The account is closed.' });
    expect(logged).toEqual([
      expect.objectContaining({ msg: 'the bank and an operator disagree about a bank order', bank: 'settled' }),
    ]);
  });

  test('leaves the order open if the decision stops between audit trail and ledger', async () => {
    const { id } = await withdraw('80.44');
    const { ledger, pool, policy } = florin.app.dependencies;
    const cutOff = { ...ledger, postWithin: () => Promise.reject(new Error('the power went')) };
    const by = { by: { operator: { id: olu.user.id, email: olu.user.email } }, reason: 'The account is closed.' };
    await expect(returnOrder({ pool, policy, rail: recordingRail(), ledger: cutOff }, id, by)).rejects.toThrow(
      'the power went',
    );
    expect((await acts())[0]?.[0]).toBe('Asked to return withdrawal');
    expect(await line(id)).toMatchObject({ status: 'pending' });
    await returnIt(id);
    expect(await line(id)).toMatchObject({ status: 'returned' });
  });
});

/** The error codes of the losing calls. */
const codesOf = (ended: readonly PromiseSettledResult<unknown>[]) =>
  ended.flatMap((one) =>
    one.status === 'rejected' ? [one.reason instanceof CallRefused ? one.reason.body?.code : String(one.reason)] : [],
  );

/** Starts the race after a random delay of up to 12 ms. */
async function soon<Result>(race: () => Promise<Result>): Promise<Result> {
  await sleep(Math.random() * 12);
  return race();
}

describe('concurrent decisions about a bank order', () => {
  test('gives a withdrawal one outcome when the bank, two operators and the member race', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 20; round++) {
      const { id } = await withdraw('10.01');
      const rail = recordingRail();
      const racers: { ends: string; race: () => Promise<unknown> }[] = [
        { ends: 'completed', race: () => settle(id) },
        { ends: 'completed', race: () => settle(id) },
        { ends: 'returned', race: () => returnIt(id) },
        { ends: 'returned', race: () => returnIt(id) },
        { ends: 'cancelled', race: () => cancel(id) },
      ].filter(({ ends }) => round % 3 < 2 || ends !== 'cancelled'); // the fastest call, which would always win
      const [, ...ended] = await Promise.allSettled([
        round % 2 ? soon(() => settleOrders(rail)) : undefined,
        ...racers.map(({ race }) => soon(race)),
      ]);
      expect(['order_not_pending', 'not_cancellable']).toEqual(expect.arrayContaining(codesOf(ended)));
      const winners = racers.filter((_, place) => ended[place]?.status === 'fulfilled').map(({ ends }) => ends);
      const bankWasFirst = round % 2 === 1 && winners.length === 0;
      const { status } = await line(id);
      seen.add(status);
      expect(bankWasFirst ? ['completed'] : winners, 'exactly one call wins').toEqual([status]);
      const wasPaidOut = rail.done.some((order) => order.includes('10.01'));
      expect([status, wasPaidOut], 'a canceled withdrawal is never paid out').not.toEqual(['cancelled', true]);
      await florin.expectCleanBooks();
    }
    expect(seen.size, 'different calls win').toBeGreaterThan(1);
    const withdrawals = await ines.client.call(endpoints.listTransactions, { query: { type: 'withdrawal' } });
    const paid = withdrawals.filter(({ status }) => status === 'completed').length;
    expect(await dollars()).toEqual([(300 - paid * 10.01).toFixed(2), '0.00']);
  });

  test('gives a deposit one outcome when the bank and two operators race', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await deposit('10.01');
      const ended = await Promise.allSettled([
        ...(round % 2 ? [settleByTwo(id), returnIt(id)] : [returnIt(id), settleByTwo(id)]),
        ...(round % 3 ? [settleOrders()] : []),
      ]);
      expect(['order_not_pending']).toEqual(expect.arrayContaining(codesOf(ended)));
      const { status } = await line(id);
      expect(['completed', 'returned']).toContain(status);
    }
    const deposits = await ines.client.call(endpoints.listTransactions, { query: { type: 'deposit' } });
    const arrived = deposits.filter(
      ({ status, counter_amount_exact }) => status === 'completed' && counter_amount_exact === '10.01',
    ).length;
    expect(await dollars()).toEqual([(300 + arrived * 10.01).toFixed(2), '0.00']);
  });
});
