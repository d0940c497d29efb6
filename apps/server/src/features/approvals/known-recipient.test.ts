import { endpoints, type Client } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { recordingRail } from '../../../test/recording-rail.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { settleBankOrders } from '../funding/index.ts';

let florin: TestApp;
let { owner, payer, approver } = {} as Bakery;
let bankId: string;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  ({ owner, payer, approver } = await openBakery(florin));
  bankId = (await owner.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } })).id;
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const withdraw = (amount: string, id = bankId, client: Client = payer) =>
  client.call(endpoints.withdraw, { body: { amount, payment_method_id: id } });
const settle = () =>
  settleBankOrders({
    ...florin.app.dependencies,
    rail: recordingRail(),
    callBackSeconds: 0,
    logger: pino({ level: 'silent' }),
  });
const waiting = () => approver.call(endpoints.listApprovals, { query: {} });

test('a bank account is a new recipient until the first withdrawal to it has arrived', async () => {
  await withdraw('300.00');
  const [asked] = await waiting();
  expect(asked).toMatchObject({
    why: ['Payments to new recipients above $250.00 need one approval by another person.'],
  });
  await approver.call(endpoints.approve, {
    params: { id: asked?.id ?? '' },
    body: { password: 'correct horse battery' },
  });
  await withdraw('300.00'); // the first one is still under way
  expect(await waiting()).toHaveLength(1);
  await settle();
  await withdraw('310.00');
  expect(await waiting()).toHaveLength(1);
});

test('a canceled withdrawal, or a withdrawal to another bank account, does not make a bank account known', async () => {
  const small = await withdraw('20.00');
  await payer.call(endpoints.cancelTransaction, { params: { id: small.id } });
  await withdraw('300.00');
  expect(await waiting()).toHaveLength(1);
  const other = await owner.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await withdraw('21.00');
  await settle();
  await withdraw('301.00', other.id);
  expect(await waiting()).toHaveLength(2);
  await withdraw('302.00');
  expect(await waiting()).toHaveLength(2);
});

test('a dry run counts a bank account as new until its first withdrawal', async () => {
  await withdraw('20.00');
  await withdraw('30.00');
  await settle();
  const run = await owner.call(endpoints.tryPaymentRules, {
    body: { rules: [{ name: 'n', recipients: 'new', effect: 'approve' }] },
  });
  expect(run).toMatchObject({ payments: 2, would_ask: 1 });
});
