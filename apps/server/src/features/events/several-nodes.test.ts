import { describe, expect, test } from 'vitest';
import { startSecondNode } from '../../../test/second-node.ts';
import { webhookSetup } from '../../../test/webhook-setup.ts';
import { deliverAll, deliveriesOf, letHoursPass, withWebhook } from '../../../test/webhooks.ts';

const setup = webhookSetup();

describe('several nodes', () => {
  test('several nodes deliver each event once', async () => {
    const node = await startSecondNode(setup.florin);
    const { pay } = await withWebhook(setup.florin, setup.receiver.url);
    await Promise.all(Array.from({ length: 5 }, () => pay(20)));
    await Promise.all([deliverAll(setup.florin), deliverAll(node), deliverAll(setup.florin), deliverAll(node)]);
    expect(setup.receiver.received).toHaveLength(100);
    expect(new Set(setup.receiver.received.map(({ event }) => event.id)).size).toBe(100);
    await node.close();
  });

  test('another node repeats the delivery of a killed node after its claim has ended', async () => {
    const node = await startSecondNode(setup.florin);
    const { webhook, member, pay } = await withWebhook(setup.florin, setup.receiver.url);
    await pay();
    const killed = new AbortController();
    setup.receiver.answer(() => {
      killed.abort();
      return 'hang';
    });
    await deliverAll(node, {}, killed.signal);
    expect(setup.receiver.received).toHaveLength(1);
    setup.receiver.answer(() => ({ status: 200 }));
    await deliverAll(setup.florin);
    expect(setup.receiver.received).toHaveLength(1); // its claim has not ended
    await letHoursPass(setup.florin, webhook, 1);
    await deliverAll(setup.florin);
    expect(setup.receiver.received).toHaveLength(2);
    expect(await deliveriesOf(member, webhook)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    await node.close();
  });
});
