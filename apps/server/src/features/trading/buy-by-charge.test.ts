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
  ])('pays a purchase with %s through the wallet without changing its balance', async (token, label) => {
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

  test('a purchase uses the default payment method, or the balance without a method', async () => {
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

  test('buys no coins with a declined card', async () => {
    const ines = await florin.signUpWith('100.00');
    const card = await add(ines, 'tok_declined');
    for (const _ of ['first', 'again'])
      await expect(buy(ines, '5.00', card, 'once')).rejects.toMatchObject(refusedWith('payment_declined'));
    expect(await usd(ines)).toBe('100.00');
    expect(await history(ines)).toHaveLength(1);
  });

  test('buys no coins with an unknown payment method', async () => {
    const ines = await florin.signUpWith('100.00');
    await expect(buy(ines, '5.00', { id: 'no such method' })).rejects.toMatchObject(
      refusedWith('payment_method_not_found'),
    );
    expect(await usd(ines)).toBe('100.00');
  });

  test('charges a card once for a purchase with a repeated key and repeats the first answer', async () => {
    const ines = await florin.signUp();
    const card = await add(ines, 'tok_visa');
    const first = await buy(ines, '20.00', card, 'once');
    expect(await buy(ines, '20.00', card, 'once')).toEqual(first);
    await expect(buy(ines, '21.00', card, 'once')).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
    expect(await history(ines)).toHaveLength(2);
  });

  test("rejects a purchase over the plan's limit, even when its key is repeated", async () => {
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

describe('charging a card for a purchase', () => {
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
    if (!found) throw new Error('The member was not found.');
    const command = { key: crypto.randomUUID(), requestHash: 1n };
    const order = (methodId?: string, amount = btc.amount) =>
      buyCoins({ ...florin.app.dependencies, rail }, found, command, { ...btc, amount, methodId, quoteId: undefined });
    return { rail, order };
  }

  test("does not charge a card for a purchase over the plan's limit or the stock", async () => {
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

  test('refunds the charge of a rejected purchase', async () => {
    const ines = await florin.signUp();
    const card = await add(ines, 'tok_visa');
    const { rail, order } = await buyer(ines, () => buy(ines, '490.00', card));
    for (const _ of ['first', 'again'])
      await expect(order(card.id)).rejects.toMatchObject({ code: 'plan_limit_exceeded' });
    expect(rail.done).toEqual(['charge 20.30 USD', 'refund 20.30 USD']);
  });

  test('repeats the answer of a purchase that used up the limit', async () => {
    const ines = await florin.signUp();
    const { id } = await add(ines, 'tok_visa');
    const { rail, order } = await buyer(ines);
    const first = await order(id, amountOf('USD', 500_00n));
    expect(await order(id, amountOf('USD', 500_00n))).toEqual(first);
    expect(rail.done).toEqual(['charge 507.50 USD']);
  });

  test('rejects a card for a key that the balance already paid', async () => {
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

  test('repeats the answer of a purchase without a method after the default changed', async () => {
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

  test('does not charge a new card for a purchase that the balance already paid', async () => {
    const ines = await florin.signUpWith('100.00');
    await removeMethods(ines);
    const { rail, order } = await buyer(ines);
    const first = await order();
    await add(ines, 'tok_visa');
    expect(await order()).toEqual(first);
    expect(rail.done).toEqual([]);
    expect(await usd(ines)).toBe('79.70');
  });

  test('repeats the answer of a purchase with a removed card but rejects a new purchase', async () => {
    const ines = await florin.signUp();
    const card = await add(ines, 'tok_visa');
    const first = await buy(ines, '20.00', card, 'once');
    await removeMethods(ines);
    expect(await buy(ines, '20.00', card, 'once')).toEqual(first);
    await expect(buy(ines, '20.00', card, 'twice')).rejects.toMatchObject(refusedWith('payment_method_not_found'));
    expect(await history(ines)).toHaveLength(2);
  });
});
