import { randomUUID } from 'node:crypto';
import { endpoints, isKeyed, type Transaction } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForMoney, read } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let hana: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  hana = await florin.signUp('Hana');
});
beforeEach(async () => {
  ines = await florin.confirm(await florin.signUpWith('100.00', 'Ines'));
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

type Named = { readonly id: string };

const request = (amount = '10.00') => askForMoney(hana, ines, amount);
const heldSend = () =>
  ines.client.call(endpoints.sendMoney, {
    body: { recipient_email: `${randomUUID()}@elsewhere.example`, amount: '10' },
  });
async function withdrawal() {
  const { id } = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  return ines.client.call(endpoints.withdraw, { body: { amount: '10.00', payment_method_id: id } });
}

const pay = ({ id }: Named, idempotencyKey: string) =>
  ines.client.call(endpoints.payRequest, { params: { id } }, { idempotencyKey });
const callBack = ({ id }: Named, idempotencyKey: string) =>
  ines.client.call(endpoints.cancelTransaction, { params: { id } }, { idempotencyKey });

const available = async () => (await ines.client.call(endpoints.me)).balances.usd_exact;
const reused = refusedWith('idempotency_key_reused');

const commands: {
  readonly name: string;
  readonly make: () => Promise<Named>;
  readonly makeOther: () => Promise<Named>;
  readonly order: (named: Named, key: string) => Promise<Transaction>;
}[] = [
  { name: 'paying a request', make: request, makeOther: request, order: pay },
  { name: 'calling a held send back', make: heldSend, makeOther: heldSend, order: callBack },
  { name: 'calling a withdrawal back', make: withdrawal, makeOther: withdrawal, order: callBack },
  { name: 'calling a held send back, then a withdrawal', make: heldSend, makeOther: withdrawal, order: callBack },
  { name: 'calling a withdrawal back, then a held send', make: withdrawal, makeOther: heldSend, order: callBack },
];

test('every keyed call that names something in its path is tried here, or with what operators propose', () => {
  const naming = Object.values(endpoints).filter((one) => isKeyed(one) && one.params !== undefined);
  const proposing = [endpoints.settleBankOrder, endpoints.returnBankOrder, endpoints.approveProposal];
  const others = [...proposing, endpoints.resetUserFactor, endpoints.supplyCoins];
  expect(new Set(naming)).toEqual(new Set([endpoints.payRequest, endpoints.cancelTransaction, ...others]));
});

describe.each(commands)('a key for $name', ({ make, makeOther, order }) => {
  // Rules: security-29
  test('is for the one that it was first used for', async () => {
    const [one, other] = [await make(), await makeOther()];
    const first = await order(one, 'once');
    const left = await available();
    await expect(order(other, 'once')).rejects.toMatchObject(reused);
    expect(await available()).toBe(left);
    expect(await order(one, 'once')).toEqual(first);
  });

  test('does not tell of another that was done under a key of its own', async () => {
    const [one, other] = [await make(), await makeOther()];
    await order(other, 'its own');
    await order(one, 'once');
    await expect(order(other, 'once')).rejects.toMatchObject(reused);
  });

  test('gives the first answer again also where it was first used before keys were bound', async () => {
    const one = await make();
    const first = await order(one, 'once');
    await florin.database.ownerPool.query('truncate command_keys');
    expect(await order(one, 'once')).toEqual(first);
    expect(await order(one, 'once')).toEqual(first);
    await expect(order(await makeOther(), 'once')).rejects.toMatchObject(reused);
  });
});

test('of two requests that are paid with one key at the same moment one is', async () => {
  const asked = [await request(), await request()];
  const paid = await Promise.allSettled(asked.map((each) => pay(each, 'at once')));
  expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(paid).toContainEqual(expect.objectContaining({ reason: expect.objectContaining({ status: 422 }) }));
  const states = await Promise.all(asked.map((each) => read(ines, each)));
  expect(states.map(({ state }) => state).toSorted()).toEqual(['open', 'paid']);
});

test('what was refused can be tried again with its key, and nothing else can', async () => {
  const [dear, cheap] = [await request('100.00'), await request()];
  await expect(pay(dear, 'once')).rejects.toMatchObject(refusedWith('insufficient_balance'));
  await expect(pay(cheap, 'once')).rejects.toMatchObject(reused);
  const { id: card } = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  await ines.client.call(endpoints.addFunds, { body: { amount: '10.00', payment_method_id: card } });
  expect(await pay(dear, 'once')).toMatchObject({ amount_exact: '-102.00' });
});

test('a key is each member’s own, and without one every request is a command of its own', async () => {
  const [one, other] = [await request(), await request()];
  await pay(one, 'once');
  const more = await ines.client.call(endpoints.payRequest, { params: { id: other.id } });
  const jonas = await florin.confirm(await florin.signUpWith('100.00', 'Jonas'));
  const { id } = await askForMoney(hana, jonas, '10.00');
  const same = await jonas.client.call(endpoints.payRequest, { params: { id } }, { idempotencyKey: 'once' });
  expect([more.status, same.status]).toEqual(['completed', 'completed']);
});
