import { endpoints } from '@florin/contract';
import { describe, expect, test } from 'vitest';
import { verifyShared } from '../../../test/webhook-receiver.ts';
import { webhookSetup } from '../../../test/webhook-setup.ts';
import { deliverAll, deliveriesOf, withWebhook } from '../../../test/webhooks.ts';

const setup = webhookSetup();

describe('a replay', () => {
  test('a replay of a day delivers all its events again with the same ids', async () => {
    const { member, webhook, secret, pay } = await withWebhook(setup.florin, setup.receiver.url);
    await pay(10);
    await deliverAll(setup.florin);
    const ids = setup.receiver.received.map(({ event }) => event.id);
    const since = new Date(Date.now() - 24 * 3_600_000).toISOString();
    const { events } = await member.client.call(endpoints.listEvents, { query: {} });
    setup.receiver.received.length = 0;
    const answer = await member.client.call(endpoints.replayEvents, { params: { id: webhook.id }, body: { since } });
    expect(answer).toEqual({ deliveries: events.length });
    await deliverAll(setup.florin);
    expect(setup.receiver.received.map(({ event }) => event.id).toSorted()).toEqual(
      events.map(({ id }) => id).toSorted(),
    );
    for (const id of ids) expect(setup.receiver.received.map(({ event }) => event.id)).toContain(id);
    for (const one of setup.receiver.received) verifyShared(one, secret);
  });

  test('a replay of one delivery has the same event id', async () => {
    const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
    await pay(2);
    await deliverAll(setup.florin);
    const [delivery] = await deliveriesOf(member, webhook);
    const params = { id: delivery?.id ?? '' };
    const replayed = await member.client.call(endpoints.replayDelivery, { params });
    expect(replayed).toMatchObject({ id: params.id, state: 'waiting', attempts: 0 });
    await deliverAll(setup.florin);
    expect(setup.receiver.received).toHaveLength(3);
    expect(setup.receiver.received[2]?.event.id).toBe(delivery?.event_id);
    const { attempts } = await member.client.call(endpoints.getWebhookDelivery, { params });
    expect(attempts).toHaveLength(2);
  });
});
