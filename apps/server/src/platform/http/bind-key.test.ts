import { randomUUID } from 'node:crypto';
import { endpoints, isKeyed, type Transaction } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForMoney, read } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { issueInvoice, tokenOf } from '../../../test/write-invoice.ts';

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
const invoice = async () => ({ id: tokenOf(await issueInvoice(hana)) });
const payPart = ({ id: token }: Named, idempotencyKey: string) =>
  ines.client.call(endpoints.payInvoice, { params: { token }, body: { amount: '10.00' } }, { idempotencyKey });
const cancel = ({ id }: Named, idempotencyKey: string) =>
  ines.client.call(endpoints.cancelTransaction, { params: { id } }, { idempotencyKey });

const available = async () => (await ines.client.call(endpoints.me)).balances.usd_exact;
const reused = refusedWith('idempotency_key_reused');

const commands: {
  readonly name: string;
  readonly make: () => Promise<Named>;
  readonly makeOther: () => Promise<Named>;
  readonly run: (named: Named, key: string) => Promise<Transaction>;
}[] = [
  { name: 'paying a request', make: request, makeOther: request, run: pay },
  { name: 'paying an invoice', make: invoice, makeOther: invoice, run: payPart },
  { name: 'canceling a held send', make: heldSend, makeOther: heldSend, run: cancel },
  { name: 'canceling a withdrawal', make: withdrawal, makeOther: withdrawal, run: cancel },
  { name: 'canceling a held send, then a withdrawal', make: heldSend, makeOther: withdrawal, run: cancel },
  { name: 'canceling a withdrawal, then a held send', make: withdrawal, makeOther: heldSend, run: cancel },
];

test('this file tests every keyed call with a path parameter, except the calls of operators', () => {
  const naming = Object.values(endpoints).filter((one) => isKeyed(one) && one.params !== undefined);
  const proposing = [endpoints.settleBankOrder, endpoints.returnBankOrder, endpoints.approveProposal];
  const others = [...proposing, endpoints.resetUserFactor, endpoints.supplyCoins];
  const crediting = [endpoints.allocateLine, endpoints.allocateUnowned];
  const takingBack = [
    endpoints.returnLine,
    endpoints.bookOwnFunds,
    endpoints.recallDeposit,
    endpoints.writeOffReceivable,
  ];
  const billing = [endpoints.creditInvoice, endpoints.recordInvoicePayment]; // move no money
  const moving = [endpoints.payRequest, endpoints.payInvoice, endpoints.cancelTransaction];
  const once = [endpoints.startBatchPayout, endpoints.retryBatchPayout, endpoints.simulateReturn]; // whatever the key
  expect(new Set(naming)).toEqual(new Set([...moving, ...others, ...crediting, ...takingBack, ...billing, ...once]));
});

describe.each(commands)('a key for $name', ({ make, makeOther, run }) => {
  // Rules: security-29
  test('rejects a used idempotency key for another target', async () => {
    const [one, other] = [await make(), await makeOther()];
    const first = await run(one, 'once');
    const left = await available();
    await expect(run(other, 'once')).rejects.toMatchObject(reused);
    expect(await available()).toBe(left);
    expect(await run(one, 'once')).toEqual(first);
  });

  test('rejects a used key for a target that was completed under another key', async () => {
    const [one, other] = [await make(), await makeOther()];
    await run(other, 'its own');
    await run(one, 'once');
    await expect(run(other, 'once')).rejects.toMatchObject(reused);
  });

  test('repeats the first response to an idempotency key that was used before keys were bound', async () => {
    const one = await make();
    const first = await run(one, 'once');
    await florin.database.ownerPool.query('truncate command_keys');
    expect(await run(one, 'once')).toEqual(first);
    expect(await run(one, 'once')).toEqual(first);
    await expect(run(await makeOther(), 'once')).rejects.toMatchObject(reused);
  });
});

test('pays only one of two requests paid with one key at the same moment', async () => {
  const asked = [await request(), await request()];
  const paid = await Promise.allSettled(asked.map((each) => pay(each, 'at once')));
  expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(paid).toContainEqual(expect.objectContaining({ reason: expect.objectContaining({ status: 422 }) }));
  const states = await Promise.all(asked.map((each) => read(ines, each)));
  expect(states.map(({ state }) => state).toSorted()).toEqual(['open', 'paid']);
});

test('a rejected command can be retried with its key, and the key is rejected for another command', async () => {
  const [dear, cheap] = [await request('100.00'), await request()];
  await expect(pay(dear, 'once')).rejects.toMatchObject(refusedWith('insufficient_balance'));
  await expect(pay(cheap, 'once')).rejects.toMatchObject(reused);
  const { id: card } = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  await ines.client.call(endpoints.addFunds, { body: { amount: '10.00', payment_method_id: card } });
  expect(await pay(dear, 'once')).toMatchObject({ amount_exact: '-102.00' });
});

test('separates idempotency keys by member, and treats each request without a key as a new command', async () => {
  const [one, other] = [await request(), await request()];
  await pay(one, 'once');
  const more = await ines.client.call(endpoints.payRequest, { params: { id: other.id } });
  const jonas = await florin.confirm(await florin.signUpWith('100.00', 'Jonas'));
  const { id } = await askForMoney(hana, jonas, '10.00');
  const same = await jonas.client.call(endpoints.payRequest, { params: { id } }, { idempotencyKey: 'once' });
  expect([more.status, same.status]).toEqual(['completed', 'completed']);
});
