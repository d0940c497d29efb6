import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeLedgers, inAllLedgers, reopenLedgers } from '../../../test/all-ledgers.ts';
import { recordingRail } from '../../../test/recording-rail.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { settleBankOrders } from './settle-bank-orders.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const logged: string[] = [];
const logger = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
const settle = (rail = recordingRail()) =>
  settleBankOrders({ ...florin.app.dependencies, rail, callBackSeconds: 0, logger });

test('settles open bank orders after a closed ledger reopens, without errors in the log', async () => {
  const { client } = await florin.signUpWith('100.00');
  const { id } = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const body = { amount: '40.00', payment_method_id: id };
  const [withdrawal, deposit] = [
    await client.call(endpoints.withdraw, { body }),
    await client.call(endpoints.addFunds, { body: { ...body, amount: '50.00' } }),
  ];
  const states = async () => {
    const lines = await Promise.all(
      [withdrawal, deposit].map((params) => client.call(endpoints.getTransaction, { params })),
    );
    return lines.map(({ status }) => status);
  };
  await closeLedgers(florin);
  const rail = recordingRail();
  await settle(rail);
  expect(rail.done).not.toContain('pay out 40.00 USD');
  expect([await states(), logged]).toEqual([['pending', 'pending'], []]);
  await reopenLedgers(florin);
  await settle();
  expect([await states(), logged]).toEqual([['completed', 'completed'], []]);
});

test('logs a bank order that fails unexpectedly and continues with the next one', async () => {
  const { client } = await florin.signUpWith('100.00');
  const { id } = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const withdraw = (amount: string) => client.call(endpoints.withdraw, { body: { amount, payment_method_id: id } });
  const [first, second] = [await withdraw('41.00'), await withdraw('42.00')];
  const rail = recordingRail();
  const { payOut } = rail;
  await settle({
    ...rail,
    payOut: (order) => (order.amount.units === 41_00n ? Promise.reject(new Error('socket hang up')) : payOut(order)),
  });
  expect(logged).toEqual([expect.stringContaining('a bank order is stuck')]);
  expect(await client.call(endpoints.getTransaction, { params: first })).toMatchObject({ status: 'pending' });
  expect(await client.call(endpoints.getTransaction, { params: second })).toMatchObject({ status: 'completed' });
  await settle();
});

test('logs a bank order that the ledger rejects permanently', async () => {
  const { client, user } = await florin.signUp();
  const { id } = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await client.call(endpoints.addFunds, { body: { amount: '43.00', payment_method_id: id } });
  await inAllLedgers(florin, `update ledger.accounts set closed = true where owner = $1 and kind = 'wallet'`, [
    user.id,
  ]);
  logged.length = 0;
  await settle();
  expect(logged).toEqual([expect.stringContaining('a bank order is stuck')]);
});
