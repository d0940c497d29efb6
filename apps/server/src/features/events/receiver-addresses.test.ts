import { endpoints } from '@florin/contract';
import { describe, expect, test } from 'vitest';
import type { TestMember } from '../../../test/test-app.ts';
import { webhookSetup } from '../../../test/webhook-setup.ts';
import { deliverAll, deliveriesOf, withWebhook } from '../../../test/webhooks.ts';
import type { Resolve } from '../../platform/http/public-address.ts';

const setup = webhookSetup();

describe('the addresses of receivers', () => {
  /** Resolves every name to these addresses, one list after the other. */
  const resolveTo = (...answers: string[][]): Resolve => {
    let asked = 0;
    return (name, _options, found) => {
      const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
      if (name === 'hooks.localhost') asked += 1; // deliveries of earlier tests are tried again
      found(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
  };
  const attemptsOf = async (member: TestMember, webhook: { id: string }) => {
    const [delivery] = await deliveriesOf(member, webhook);
    return (await member.client.call(endpoints.getWebhookDelivery, { params: { id: delivery?.id ?? '' } })).attempts;
  };

  // Rules: asvs-13.2.4
  test.each([
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '127.0.0.1',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
  ])('a name that resolves to %s is not connected to', async (address) => {
    const { member, webhook, pay } = await withWebhook(setup.florin, 'https://hooks.florin-setup.receiver.com/in');
    await pay();
    await deliverAll(setup.florin, { webhookReach: 'public', resolve: resolveTo(['8.8.8.8', address]) });
    expect(await attemptsOf(member, webhook)).toMatchObject([
      { status: null, error: 'hooks.florin-setup.receiver.com has a private IP address.' },
    ]);
  });

  test('a host name that later resolves to a private address is checked at each attempt', async () => {
    const { member, webhook, pay } = await withWebhook(
      setup.florin,
      `http://hooks.localhost:${setup.receiver.port}/in`,
    );
    const resolve = resolveTo(['127.0.0.1'], ['10.0.0.1']);
    await pay(1);
    await deliverAll(setup.florin, { resolve });
    expect(setup.receiver.received).toHaveLength(1);
    await pay(1);
    await deliverAll(setup.florin, { resolve });
    expect(setup.receiver.received).toHaveLength(1);
    expect((await attemptsOf(member, webhook))[0]?.error).toBe('hooks.localhost has a private IP address.');
  });

  test('a delivery attempt connects to the checked address, even if the name resolves to another address next', async () => {
    const { pay } = await withWebhook(setup.florin, `http://hooks.localhost:${setup.receiver.port}/in`);
    await pay(1);
    await deliverAll(setup.florin, { resolve: resolveTo(['127.0.0.1'], ['10.0.0.1']) });
    expect(setup.receiver.received).toHaveLength(1);
  });

  test('a delivery does not connect to a webhook on this machine that was added before the setting changed', async () => {
    const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
    await pay();
    await deliverAll(setup.florin, { webhookReach: 'public' });
    expect(setup.receiver.received).toEqual([]);
    expect(await attemptsOf(member, webhook)).toMatchObject([{ error: '127.0.0.1 is a private IP address.' }]);
  });
});
