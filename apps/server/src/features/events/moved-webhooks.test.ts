import { endpoints } from '@florin/contract';
import { expect, onTestFinished, test } from 'vitest';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { advance, daySeconds, hourSeconds } from '../../../test/test-clock.ts';
import { publicKeyOf, startReceiver, verifyPublic, verifyShared } from '../../../test/webhook-receiver.ts';
import { deliverAll, deliveriesOf, sendTo, stateOf, withWebhook } from '../../../test/webhooks.ts';
import { webhookSetup } from '../../../test/webhook-setup.ts';
import { watchWebhooks } from './watch-webhooks.ts';

const setup = webhookSetup();

test('a receiver that is dead for a day of the test clock gets all events in order, with valid signatures', async () => {
  const { member, webhook, secret, pay } = await withWebhook(setup.florin, setup.receiver.url);
  const elsewhere = await startReceiver(() => ({ status: 503 }));
  onTestFinished(elsewhere.close);
  const bystander = await withWebhook(setup.florin, elsewhere.url);
  setup.receiver.answer(() => ({ status: 503 }));
  const sent = await sendTo(member, `early.${Date.now()}@florin.example`, '5.00');
  await pay(5);
  await bystander.pay();
  await member.client.call(endpoints.cancelTransaction, { params: { id: sent.id } });
  for (let hour = 0; hour < 24; hour++) {
    await deliverAll(setup.florin);
    await advance(member.client, hourSeconds);
  }
  await watchWebhooks(setup.florin.app.dependencies);
  const subjects = (await mailsTo(setup.florin, member.user.email)).map(({ subject }) => subject);
  expect(subjects).toContain('A webhook of your account is failing');
  expect(await mailsTo(setup.florin, bystander.member.user.email)).not.toContainEqual(
    expect.objectContaining({ subject: 'A webhook of your account is failing' }),
  );
  const tried = setup.receiver.received.length;
  setup.receiver.answer(() => ({ status: 200 }));
  for (let round = 0; round < 4; round++) {
    await advance(member.client, 9 * hourSeconds);
    await deliverAll(setup.florin);
  }
  const key = await publicKeyOf(setup.florin);
  const accepted = setup.receiver.received.slice(tried).filter(({ event }) => event.type.startsWith('payment.'));
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
  const [waiting] = await deliveriesOf(bystander.member, bystander.webhook);
  expect(waiting?.state).toBe('waiting');
  // For the bystander only real time passed, and further attempts would need hours.
  expect(waiting?.attempts).toBeLessThan(7);
});

test('five days of the test clock with failures disable a webhook, and an expired request is an event', async () => {
  const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
  setup.receiver.answer(() => ({ status: 500 }));
  const { id } = await member.client.call(endpoints.requestMoney, { body: { amount: '5.00' } });
  await pay();
  await deliverAll(setup.florin);
  await advance(member.client, 120 * daySeconds);
  await deliverAll(setup.florin);
  await watchWebhooks(setup.florin.app.dependencies);
  expect(await stateOf(member, webhook)).toMatchObject({ state: 'disabled' });
  const { events } = await member.client.call(endpoints.listEvents, { query: {} });
  const ofRequest = events.filter(({ object }) => object === `/payment-requests/${id}`).map(({ type }) => type);
  expect(ofRequest).toEqual(['request.created', 'request.expired']);
});

test('a delivery that is running while the test clock moves is not repeated', async () => {
  const { member, pay } = await withWebhook(setup.florin, setup.receiver.url);
  setup.receiver.answer(async () => {
    await advance(member.client, daySeconds);
    await deliverAll(setup.florin);
    return { status: 200 };
  });
  await pay();
  await deliverAll(setup.florin);
  await deliverAll(setup.florin);
  expect(setup.receiver.received).toHaveLength(1);
  await expect(advance(member.client, 0)).rejects.toMatchObject(refusedWith('invalid_request'));
});
