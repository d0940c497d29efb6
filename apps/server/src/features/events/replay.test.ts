import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asManyAsAServer, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { startReceiver, verifyShared, type Receiver } from '../../../test/webhook-receiver.ts';
import { deliverAll, deliveriesOf, withWebhook } from '../../../test/webhooks.ts';

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

describe('a replay', () => {
  test('of a day delivers all its events again with the same ids', async () => {
    const { member, webhook, secret, pay } = await withWebhook(florin, receiver.url);
    await pay(10);
    await deliverAll(florin);
    const ids = receiver.received.map(({ event }) => event.id);
    const since = new Date(Date.now() - 24 * 3_600_000).toISOString();
    const { events } = await member.client.call(endpoints.listEvents, { query: {} });
    receiver.received.length = 0;
    const answer = await member.client.call(endpoints.replayEvents, { params: { id: webhook.id }, body: { since } });
    expect(answer).toEqual({ deliveries: events.length });
    await deliverAll(florin);
    expect(receiver.received.map(({ event }) => event.id).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    for (const id of ids) expect(receiver.received.map(({ event }) => event.id)).toContain(id);
    for (const one of receiver.received) verifyShared(one, secret);
  });

  test('of one delivery has the same id', async () => {
    const { member, webhook, pay } = await withWebhook(florin, receiver.url);
    await pay(2);
    await deliverAll(florin);
    const [delivery] = await deliveriesOf(member, webhook);
    const params = { id: delivery?.id ?? '' };
    const replayed = await member.client.call(endpoints.replayDelivery, { params });
    expect(replayed).toMatchObject({ id: params.id, state: 'waiting', attempts: 0 });
    await deliverAll(florin);
    expect(receiver.received).toHaveLength(3);
    expect(receiver.received[2]?.event.id).toBe(delivery?.event_id);
    const { attempts } = await member.client.call(endpoints.getWebhookDelivery, { params });
    expect(attempts).toHaveLength(2);
  });
});
