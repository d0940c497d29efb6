import { endpoints } from '@florin/contract';
import { amountOf } from '@florin/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordingRail } from '../../../test/recording-rail.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { findMember } from '../identity/index.ts';
import { buyCoins } from './buy-coins.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const add = ({ client }: TestMember, token: string) => client.call(endpoints.addPaymentMethod, { body: { token } });

const buy = ({ client }: TestMember, amount_usd: string, method?: { id: string }, idempotencyKey?: string) =>
  client.call(
    endpoints.buyCoins,
    { body: { crypto_symbol: 'BTC', amount_usd, ...(method ? { payment_method_id: method.id } : {}) } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

async function removeMethods({ client }: TestMember) {
  for (const { id, type } of await client.call(endpoints.listPaymentMethods))
    if (type !== 'balance') await client.call(endpoints.removePaymentMethod, { params: { id } });
}

const usd = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;
const history = ({ client }: TestMember) => client.call(endpoints.listTransactions, { query: {} });

describe('buying coins by card or bank', () => {
  test.each([
    ['tok_visa', 'Visa •••• 4242'],
    ['tok_bank', 'Sandbox Bank •••• 6789'],
  ])('with %s the money passes through the wallet and leaves it as it was', async (token, label) => {
    const ines = await florin.signUpWith('10.00');
    const { transaction, crypto_amount_exact } = await buy(ines, '50.00', await add(ines, token));
    expect(transaction).toMatchObject({
      type: 'buy_crypto',
      amount_exact: '-50.75',
      fee_exact: '0.75',
      payment_method: label,
      balance_after_exact: '10.00',
    });
    const [bought, charged] = await history(ines);
    expect(bought).toEqual(transaction);
    expect(charged).toMatchObject({
      type: 'deposit',
      amount_exact: '50.75',
      description: `Added from ${label}`,
      balance_after_exact: '60.75',
    });
    expect(await usd(ines)).toBe('10.00');
    expect(await ines.client.call(endpoints.getPortfolio)).toMatchObject([{ amount_exact: crypto_amount_exact }]);
  });

  test('without a method the default pays, and without any the balance', async () => {
    const ines = await florin.signUp();
    await expect(buy(ines, '5.00')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    await add(ines, 'tok_visa');
    const mastercard = await add(ines, 'tok_mastercard');
    expect((await buy(ines, '5.00')).transaction.payment_method).toBe('Visa •••• 4242');
    await ines.client.call(endpoints.changePaymentMethod, {
      params: { id: mastercard.id },
      body: { is_default: true },
    });
    expect((await buy(ines, '5.00')).transaction.payment_method).toBe('Mastercard •••• 4444');
    const jonas = await florin.signUpWith('10.00');
    for (const { id } of await jonas.client.call(endpoints.listPaymentMethods))
      await jonas.client.call(endpoints.removePaymentMethod, { params: { id } }).catch(() => undefined);
    expect((await buy(jonas, '5.00')).transaction.payment_method).toBe('USD balance');
  });

  test('a card that is declined pays nothing', async () => {
    const ines = await florin.signUpWith('100.00');
    const card = await add(ines, 'tok_declined');
    for (const _ of ['first', 'again'])
      await expect(buy(ines, '5.00', card, 'once')).rejects.toMatchObject(refusedWith('payment_declined'));
    expect(await usd(ines)).toBe('100.00');
    expect(await history(ines)).toHaveLength(1);
  });

  test('a method that does not exist pays nothing', async () => {
    const ines = await florin.signUpWith('100.00');
    await expect(buy(ines, '5.00', { id: 'no such method' })).rejects.toMatchObject(
      refusedWith('payment_method_not_found'),
    );
    expect(await usd(ines)).toBe('100.00');
  });

  test('a repeated key charges once and gives the first answer', async () => {
    const ines = await florin.signUp();
    const card = await add(ines, 'tok_visa');
    const first = await buy(ines, '20.00', card, 'once');
    expect(await buy(ines, '20.00', card, 'once')).toEqual(first);
    await expect(buy(ines, '21.00', card, 'once')).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
    expect(await history(ines)).toHaveLength(2);
  });

  test('over the limit of the plan is refused, and the same key is told the same', async () => {
    const ines = await florin.signUp();
    const card = await add(ines, 'tok_visa');
    for (const _ of ['first', 'again'])
      await expect(buy(ines, '500.01', card, 'too much')).rejects.toMatchObject(
        refusedWith('plan_limit_exceeded', { detail: expect.stringContaining('$500.00 is left this month') }),
      );
    expect(await history(ines)).toEqual([]);
    await buy(ines, '500.00', card);
  });
});

describe('what the card is asked for', () => {
  const btc = { symbol: 'BTC', amount: amountOf('USD', 20_00n) };

  async function buyer(member: TestMember, meanwhile: () => Promise<unknown> = () => Promise.resolve()) {
    const recording = recordingRail();
    const rail: typeof recording = {
      ...recording,
      charge: async (order) => {
        await meanwhile();
        return recording.charge(order);
      },
    };
    const found = await findMember(florin.database.pool, member.user.email);
    if (!found) throw new Error('the member is not there');
    const command = { key: crypto.randomUUID(), requestHash: 1n };
    const order = (methodId?: string, amount = btc.amount) =>
      buyCoins({ ...florin.app.dependencies, rail }, found, command, { ...btc, amount, methodId, quoteId: undefined });
    return { rail, order };
  }

  test('is nothing where the purchase is over the limit of the plan, or more than there is', async () => {
    const ines = await florin.signUp();
    const { id } = await add(ines, 'tok_visa');
    const { rail, order } = await buyer(ines);
    for (const _ of ['first', 'again'])
      await expect(order(id, amountOf('USD', 500_01n))).rejects.toMatchObject({
        code: 'plan_limit_exceeded',
        message: expect.stringContaining('$500.00 is left this month'),
      });
    await florin.database.ownerPool.query(`update users set plan = 'business' where id = $1`, [ines.user.id]);
    const rich = await buyer(ines);
    await expect(rich.order(id, amountOf('USD', 6_000_000_00n))).rejects.toMatchObject({ code: 'not_in_stock' });
    expect([...rail.done, ...rich.rail.done]).toEqual([]);
  });

  test('what it paid for a purchase that is refused is given back', async () => {
    const ines = await florin.signUp();
    const card = await add(ines, 'tok_visa');
    const { rail, order } = await buyer(ines, () => buy(ines, '490.00', card));
    for (const _ of ['first', 'again'])
      await expect(order(card.id)).rejects.toMatchObject({ code: 'plan_limit_exceeded' });
    expect(rail.done).toEqual(['charge 20.30 USD', 'refund 20.30 USD']);
  });

  test('a purchase that used the limit up is told of again', async () => {
    const ines = await florin.signUp();
    const { id } = await add(ines, 'tok_visa');
    const { rail, order } = await buyer(ines);
    const first = await order(id, amountOf('USD', 500_00n));
    expect(await order(id, amountOf('USD', 500_00n))).toEqual(first);
    expect(rail.done).toEqual(['charge 507.50 USD']);
  });

  test('a key that the balance paid is not paid again by a card', async () => {
    const ines = await florin.signUpWith('100.00');
    const { rail, order } = await buyer(ines);
    await order('usd_balance');
    const { id } = await add(ines, 'tok_visa');
    await expect(order(id)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await removeMethods(ines);
    await expect(order(id)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(rail.done).toEqual([]);
    expect(await usd(ines)).toBe('79.70');
  });

  test('where no method was named, a repeat is told of the first, whatever has become the default since', async () => {
    const ines = await florin.signUp();
    const { rail, order } = await buyer(ines);
    await add(ines, 'tok_visa');
    const first = await order();
    expect(first).toMatchObject({ payment_method: 'Visa •••• 4242' });
    const mastercard = await add(ines, 'tok_mastercard');
    await ines.client.call(endpoints.changePaymentMethod, { params: mastercard, body: { is_default: true } });
    expect(await order()).toEqual(first);
    await removeMethods(ines);
    expect(await order()).toEqual(first);
    expect(rail.done).toEqual(['charge 20.30 USD']);
  });

  test('where no method was named and the balance paid, no card that was added since does', async () => {
    const ines = await florin.signUpWith('100.00');
    await removeMethods(ines);
    const { rail, order } = await buyer(ines);
    const first = await order();
    await add(ines, 'tok_visa');
    expect(await order()).toEqual(first);
    expect(rail.done).toEqual([]);
    expect(await usd(ines)).toBe('79.70');
  });

  test('what a card has paid that was removed since is told again, and nothing new is paid with it', async () => {
    const ines = await florin.signUp();
    const card = await add(ines, 'tok_visa');
    const first = await buy(ines, '20.00', card, 'once');
    await removeMethods(ines);
    expect(await buy(ines, '20.00', card, 'once')).toEqual(first);
    await expect(buy(ines, '20.00', card, 'twice')).rejects.toMatchObject(refusedWith('payment_method_not_found'));
    expect(await history(ines)).toHaveLength(2);
  });
});
