import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSecondNode } from '../../../test/second-node.ts';
import { asManyAsAServer, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { startReceiver, type Receiver } from '../../../test/webhook-receiver.ts';
import { deliverAll, deliveriesOf, letHoursPass, withWebhook } from '../../../test/webhooks.ts';

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

describe('several nodes', () => {
  test('deliver each event once', async () => {
    const node = await startSecondNode(florin);
    const { pay } = await withWebhook(florin, receiver.url);
    await Promise.all(Array.from({ length: 5 }, () => pay(20)));
    await Promise.all([deliverAll(florin), deliverAll(node), deliverAll(florin), deliverAll(node)]);
    expect(receiver.received).toHaveLength(100);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(100);
    await node.close();
  });

  test('make the delivery of a node that was killed, after its claim', async () => {
    const node = await startSecondNode(florin);
    const { webhook, member, pay } = await withWebhook(florin, receiver.url);
    await pay();
    const killed = new AbortController();
    receiver.answer(() => {
      killed.abort();
      return 'hang';
    });
    await deliverAll(node, {}, killed.signal);
    expect(receiver.received).toHaveLength(1);
    receiver.answer(() => ({ status: 200 }));
    await deliverAll(florin);
    expect(receiver.received).toHaveLength(1); // its claim has not ended
    await letHoursPass(florin, webhook, 1);
    await deliverAll(florin);
    expect(receiver.received).toHaveLength(2);
    expect(await deliveriesOf(member, webhook)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    await node.close();
  });
});
