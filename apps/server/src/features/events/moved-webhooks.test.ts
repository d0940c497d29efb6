import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { advance, daySeconds, hourSeconds } from '../../../test/test-clock.ts';
import { asManyAsAServer, createTestApp, type TestApp } from '../../../test/test-app.ts';
import {
  publicKeyOf,
  startReceiver,
  verifyPublic,
  verifyShared,
  type Receiver,
} from '../../../test/webhook-receiver.ts';
import { deliverAll, deliveriesOf, sendTo, stateOf, withWebhook } from '../../../test/webhooks.ts';
import { watchWebhooks } from './watch-webhooks.ts';

let florin: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

test('a receiver that is dead for a day of the test clock gets all events in order, with valid signatures', async () => {
  const { member, webhook, secret, pay } = await withWebhook(florin, receiver.url);
  const bystander = await withWebhook(florin, receiver.url);
  receiver.answer(() => ({ status: 503 }));
  const sent = await sendTo(member, `early.${Date.now()}@florin.example`, '5.00');
  await pay(5);
  await bystander.pay();
  await member.client.call(endpoints.cancelTransaction, { params: { id: sent.id } });
  for (let hour = 0; hour < 24; hour++) {
    await deliverAll(florin);
    await advance(member.client, hourSeconds);
  }
  await watchWebhooks(florin.app.dependencies);
  const subjects = (await mailsTo(florin, member.user.email)).map(({ subject }) => subject);
  expect(subjects).toContain('A webhook of your account is failing');
  expect(await mailsTo(florin, bystander.member.user.email)).not.toContainEqual(
    expect.objectContaining({ subject: 'A webhook of your account is failing' }),
  );
  const tried = receiver.received.length;
  receiver.answer(() => ({ status: 200 }));
  for (let round = 0; round < 4; round++) {
    await advance(member.client, 9 * hourSeconds);
    await deliverAll(florin);
  }
  const key = await publicKeyOf(florin);
  const accepted = receiver.received.slice(tried).filter(({ event }) => event.type.startsWith('payment.'));
  const { events } = await member.client.call(endpoints.listEvents, { query: {} });
  const due = events.filter(({ type }) => type.startsWith('payment.'));
  expect(accepted.map(({ event }) => event.id).toSorted()).toEqual(due.map(({ id }) => id).toSorted());
  for (const one of accepted) {
    expect(verifyShared(one, secret)).toMatchObject({ id: one.event.id });
    expect(verifyPublic(one, key)).toBe(true);
  }
  const ofSent = accepted.filter(({ event }) => event.object === `/transactions/${sent.id}`);
  expect(ofSent.map(({ event }) => event.type)).toEqual(['payment.created', 'payment.canceled']);
  expect(await stateOf(member, webhook)).toMatchObject({ state: 'active', waiting: 0 });
  expect(await deliveriesOf(bystander.member, bystander.webhook)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
});

test('five days of failures disable a webhook, and an expired request is an event', async () => {
  const { member, webhook, pay } = await withWebhook(florin, receiver.url);
  receiver.answer(() => ({ status: 500 }));
  const { id } = await member.client.call(endpoints.requestMoney, { body: { amount: '5.00' } });
  await pay();
  await deliverAll(florin);
  await advance(member.client, 120 * daySeconds);
  await deliverAll(florin);
  await watchWebhooks(florin.app.dependencies);
  expect(await stateOf(member, webhook)).toMatchObject({ state: 'disabled' });
  const { events } = await member.client.call(endpoints.listEvents, { query: {} });
  const ofRequest = events.filter(({ object }) => object === `/payment-requests/${id}`).map(({ type }) => type);
  expect(ofRequest).toEqual(['request.created', 'request.expired']);
});

test('a delivery that is made while the clock moves is not made twice', async () => {
  const { member, pay } = await withWebhook(florin, receiver.url);
  receiver.answer(async () => {
    await advance(member.client, daySeconds);
    await deliverAll(florin);
    return { status: 200 };
  });
  await pay();
  await deliverAll(florin);
  await deliverAll(florin);
  expect(receiver.received).toHaveLength(1);
  await expect(advance(member.client, 0)).rejects.toMatchObject(refusedWith('invalid_request'));
});
