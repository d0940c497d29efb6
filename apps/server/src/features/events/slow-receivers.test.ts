import { endpoints } from '@florin/contract';
import { describe, expect, test } from 'vitest';
import { startReceiver } from '../../../test/webhook-receiver.ts';
import { webhookSetup } from '../../../test/webhook-setup.ts';
import { addWebhook, deliverAll, deliveriesOf, letHoursPass, stateOf, withWebhook } from '../../../test/webhooks.ts';

const setup = webhookSetup();

describe('receivers that are slow, busy or gone', () => {
  test('Retry-After postpones all deliveries of a webhook', async () => {
    const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
    setup.receiver.answer(() => ({ status: 429, headers: { 'retry-after': '7200' } }));
    await pay(3);
    await deliverAll(setup.florin);
    const tried = setup.receiver.received.length;
    expect(tried).toBeLessThanOrEqual(3);
    setup.receiver.answer(() => ({ status: 200 }));
    await letHoursPass(setup.florin, webhook, 1);
    await deliverAll(setup.florin);
    expect(setup.receiver.received).toHaveLength(tried);
    const [delivery] = await deliveriesOf(member, webhook);
    expect(delivery?.state).toBe('waiting');
    await letHoursPass(setup.florin, webhook, 1.1);
    await deliverAll(setup.florin);
    await deliverAll(setup.florin);
    expect(await stateOf(member, webhook)).toMatchObject({ waiting: 0, state: 'active' });
  });

  test('a receiver without an answer is cut off after ten seconds and does not delay other webhooks', async () => {
    const slow = await startReceiver(() => 'hang');
    const { member, webhook, pay } = await withWebhook(setup.florin, slow.url);
    await addWebhook(member, setup.receiver.url);
    await pay(5);
    const began = performance.now();
    const delivering = deliverAll(setup.florin);
    await expect.poll(() => setup.receiver.received.length).toBe(5);
    expect(performance.now() - began).toBeLessThan(9_000);
    await delivering;
    await slow.close();
    const [delivery] = await deliveriesOf(member, webhook);
    expect(slow.received.length).toBeLessThanOrEqual(2); // an unknown receiver gets one at a time
    const shown = await Promise.all(
      (await deliveriesOf(member, webhook)).map(({ id }) =>
        member.client.call(endpoints.getWebhookDelivery, { params: { id } }),
      ),
    );
    expect(shown.flatMap(({ attempts }) => attempts)[0]).toMatchObject({
      status: null,
      error: 'No answer within 10 seconds.',
    });
    expect(delivery?.state).toBe('waiting');
  });

  test('a long answer of a receiver is cut', async () => {
    const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
    setup.receiver.answer(() => ({ status: 400, text: `\u0000${'é'.repeat(1_000_000)}` }));
    await pay();
    await deliverAll(setup.florin);
    const [delivery] = await deliveriesOf(member, webhook);
    const { attempts } = await member.client.call(endpoints.getWebhookDelivery, { params: { id: delivery?.id ?? '' } });
    expect(attempts[0]?.answer).toBe('é'.repeat(1_000));
  });

  test('a delivery with a refused connection is tried again and says why', async () => {
    const closed = await startReceiver();
    await closed.close();
    const { member, webhook, pay } = await withWebhook(setup.florin, closed.url);
    await pay();
    await deliverAll(setup.florin);
    const [delivery] = await deliveriesOf(member, webhook);
    const { attempts } = await member.client.call(endpoints.getWebhookDelivery, { params: { id: delivery?.id ?? '' } });
    expect(attempts).toMatchObject([{ status: null, error: expect.stringContaining('ECONNREFUSED') }]);
  });

  test('each event of a flood reaches the receiver once, with at most ten events at a time', async () => {
    const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
    setup.receiver.answer(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { status: 200 };
    });
    await Promise.all(Array.from({ length: 10 }, () => pay(20)));
    await deliverAll(setup.florin);
    expect(setup.receiver.received).toHaveLength(200);
    expect(new Set(setup.receiver.received.map(({ event }) => event.id)).size).toBe(200);
    expect(setup.receiver.atOnce()).toBeLessThanOrEqual(10);
    expect(await stateOf(member, webhook)).toMatchObject({ waiting: 0 });
  });
});
