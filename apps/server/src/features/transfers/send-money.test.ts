import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const send = (from: { client: TestApp['client'] }, to: string, amount: string | number, key?: string) =>
  from.client.call(
    endpoints.sendMoney,
    { body: { recipient_email: to, amount, currency: 'USD', note: 'for lunch' } },
    key === undefined ? {} : { idempotencyKey: key },
  );

describe('sending money', () => {
  // Rules: api-7, api-8, api-10
  test('debits the sender by amount and fee and credits the recipient with the amount', async () => {
    const [ines, jonas] = [await florin.signUpWith('500.00', 'Ines'), await florin.signUp('Jonas')];
    const sent = await send(ines, jonas.user.email, '100.00');
    expect(sent).toMatchObject({
      type: 'send',
      amount: -102,
      amount_exact: '-102.00',
      fee_exact: '2.00',
      counter_amount_exact: '100.00',
      to: jonas.user.email,
      counterparty: 'Jonas',
      note: 'for lunch',
      balance_after_exact: '398.00',
      status: 'completed',
    });
    const [received] = await jonas.client.call(endpoints.listTransactions, { query: {} });
    expect(received).toMatchObject({
      type: 'receive',
      amount_exact: '100.00',
      fee_exact: '0.00',
      from: ines.user.email,
      description: 'Received from Ines',
      balance_after_exact: '100.00',
    });
  });

  test('repeats the answer for a repeated key and does not move the money again', async () => {
    const [ines, jonas] = [await florin.signUpWith('500.00'), await florin.signUp()];
    const first = await send(ines, jonas.user.email, '10.00', 'once');
    expect(await send(ines, jonas.user.email, '10.00', 'once')).toEqual(first);
    await expect(send(ines, jonas.user.email, '10.01', 'once')).rejects.toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    const me = await ines.client.call(endpoints.me);
    expect(me.balances.usd_exact).toBe('489.80');
  });

  test('rejects a payment of one cent more than the wallet holds', async () => {
    const [ines, jonas] = [await florin.signUpWith('102.00'), await florin.signUp()];
    await expect(send(ines, jonas.user.email, '100.01')).rejects.toMatchObject({
      status: 409,
      body: { code: 'insufficient_balance' },
    });
    await send(ines, jonas.user.email, '100.00');
    expect((await ines.client.call(endpoints.me)).balances.usd_exact).toBe('0.00');
  });

  test('allows a new account to use its daily limit to the cent', async () => {
    const [ines, jonas] = [await florin.signUpWith('2000.00'), await florin.signUp()];
    await send(ines, jonas.user.email, '999.99');
    await expect(send(ines, jonas.user.email, '0.02')).rejects.toMatchObject({
      status: 409,
      body: { code: 'limit_exceeded', detail: expect.stringContaining('$0.01 is left today') },
    });
    await send(ines, jonas.user.email, '0.01');
  });

  test("rejects a payment to the member's own address", async () => {
    const ines = await florin.signUpWith('50.00');
    await expect(send(ines, ines.user.email, 1)).rejects.toMatchObject({ body: { code: 'recipient_is_self' } });
  });

  test.each(['0', '-1', '1.001', '1e2', 'NaN', '', '1,5', '9'.repeat(13)])(
    'rejects the payment amount %j',
    async (amount) => {
      const [ines, jonas] = [await florin.signUpWith('50.00'), await florin.signUp()];
      await expect(send(ines, jonas.user.email, amount)).rejects.toMatchObject({
        status: 422,
        body: { code: 'invalid_amount', fields: { amount: expect.any(String) } },
      });
    },
  );
});
