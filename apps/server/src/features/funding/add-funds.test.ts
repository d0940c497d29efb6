import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

async function memberWith(token: string) {
  const member = await florin.signUp();
  const method = await member.client.call(endpoints.addPaymentMethod, { body: { token } });
  return { member, method };
}

type Deposit = { amount: string | number; currency?: 'USD' | 'EUR' | 'GBP'; payment_method_id: string };

const addFunds = ({ client }: TestMember, body: Deposit, idempotencyKey?: string) =>
  client.call(endpoints.addFunds, { body }, idempotencyKey === undefined ? {} : { idempotencyKey });

const balances = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances;
const history = ({ client }: TestMember) => client.call(endpoints.listTransactions, { query: {} });

describe('adding funds', () => {
  test('posts a card deposit immediately and without a fee', async () => {
    const { member, method } = await memberWith('tok_visa');
    const line = await addFunds(member, { amount: '1250.50', payment_method_id: method.id });
    expect(line).toMatchObject({
      type: 'deposit',
      status: 'completed',
      amount: 1250.5,
      amount_exact: '1250.50',
      currency: 'USD',
      fee_exact: '0.00',
      counter_amount_exact: '1250.50',
      counter_currency: 'USD',
      description: 'Added from Visa •••• 4242',
      payment_method: 'Visa •••• 4242',
      balance_after_exact: '1250.50',
    });
    expect(await history(member)).toEqual([line]);
    expect((await balances(member)).usd_exact).toBe('1250.50');
  });

  test('adds the money to the wallet of its currency', async () => {
    const { member, method } = await memberWith('tok_mastercard');
    await addFunds(member, { amount: '10.01', currency: 'EUR', payment_method_id: method.id });
    await addFunds(member, { amount: 20, currency: 'GBP', payment_method_id: method.id });
    expect(await balances(member)).toMatchObject({ usd_exact: '0.00', eur_exact: '10.01', gbp_exact: '20.00' });
  });

  test('rejects a declined card without charging it and repeats the error for the same key', async () => {
    const { member, method } = await memberWith('tok_declined');
    const body = { amount: '50.00', payment_method_id: method.id };
    const first = addFunds(member, body, 'once');
    await expect(first).rejects.toMatchObject(
      refusedWith('payment_declined', { detail: expect.stringContaining('Visa •••• 0002 was declined') }),
    );
    const detail: unknown = await first.catch((error: unknown) => error);
    await expect(addFunds(member, body, 'once')).rejects.toMatchObject({ message: (detail as Error).message });
    expect((await balances(member)).usd_exact).toBe('0.00');
    expect(await history(member)).toEqual([]);
  });

  test('accepts deposits from 1.00 to 25,000.00', async () => {
    const { member, method } = await memberWith('tok_visa');
    const attempt = (amount: string) => addFunds(member, { amount, payment_method_id: method.id });
    for (const amount of ['0.99', '25000.01'])
      await expect(attempt(amount)).rejects.toMatchObject(
        refusedWith('invalid_amount', { fields: { amount: 'Add between $1.00 and $25,000.00 at a time.' } }),
      );
    await attempt('1.00');
    await attempt('25000.00');
    expect((await balances(member)).usd_exact).toBe('25001.00');
  });

  test.each(['0', '-5', '1.001', '1e3', '', ' 5', '٥', 'Infinity'])('rejects the deposit amount %j', async (amount) => {
    const { member, method } = await memberWith('tok_visa');
    await expect(addFunds(member, { amount, payment_method_id: method.id })).rejects.toMatchObject(
      refusedWith('invalid_amount', { fields: { amount: expect.any(String) } }),
    );
  });

  test('rejects a deposit from the USD balance', async () => {
    const { member } = await memberWith('tok_bank');
    await expect(addFunds(member, { amount: 5, payment_method_id: 'usd_balance' })).rejects.toMatchObject(
      refusedWith('payment_method_not_found'),
    );
  });

  test('posts a repeated key once and rejects the key for another deposit', async () => {
    const { member, method } = await memberWith('tok_visa');
    const body = { amount: '75.00', payment_method_id: method.id };
    const first = await addFunds(member, body, 'once');
    expect(await addFunds(member, body, 'once')).toEqual(first);
    await expect(addFunds(member, { ...body, amount: '75.01' }, 'once')).rejects.toMatchObject(
      refusedWith('idempotency_key_reused'),
    );
    expect((await balances(member)).usd_exact).toBe('75.00');
  });

  test.each(['tok_visa', 'tok_bank'])(
    'repeats the first answer for a repeated key after %s was removed',
    async (token) => {
      const { member, method } = await memberWith(token);
      const body = { amount: '75.00', payment_method_id: method.id };
      const first = await addFunds(member, body, 'once');
      await member.client.call(endpoints.removePaymentMethod, { params: { id: method.id } });
      expect(await addFunds(member, body, 'once')).toEqual(first);
      await expect(addFunds(member, { ...body, amount: '75.01' }, 'once')).rejects.toMatchObject(
        refusedWith('idempotency_key_reused'),
      );
      await expect(addFunds(member, body, 'twice')).rejects.toMatchObject(refusedWith('payment_method_not_found'));
      expect(await history(member)).toEqual([first]);
    },
  );

  test('posts one deposit for a double click', async () => {
    const { member, method } = await memberWith('tok_visa');
    const body = { amount: '75.00', payment_method_id: method.id };
    const clicks = await Promise.allSettled(Array.from({ length: 8 }, () => addFunds(member, body, 'double')));
    expect(clicks.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const click of clicks)
      expect(click).toMatchObject(
        click.status === 'fulfilled'
          ? { value: { amount_exact: '75.00' } }
          : { reason: refusedWith('still_in_flight') },
      );
    expect((await balances(member)).usd_exact).toBe('75.00');
    expect(await history(member)).toHaveLength(1);
  });

  test('lets two members use the same idempotency key', async () => {
    const [ines, jonas] = [await memberWith('tok_visa'), await memberWith('tok_visa')];
    for (const { member, method } of [ines, jonas])
      await addFunds(member, { amount: '5.00', payment_method_id: method.id }, 'the same');
    expect((await balances(ines.member)).usd_exact).toBe('5.00');
    expect((await balances(jonas.member)).usd_exact).toBe('5.00');
  });
});
