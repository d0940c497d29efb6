import { expect, test } from 'vitest';
import { webhookSetup } from '../../../test/webhook-setup.ts';
import { deliverAll, stateOf, withWebhook } from '../../../test/webhooks.ts';

const setup = webhookSetup();

test('no delivery starts before its pace allows it, and an interrupted run gives the others back untried', async () => {
  const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
  await pay(30);
  const [allowed, stopped] = [12, new AbortController()];
  let asked = 0;
  const wait = async () => {
    asked += 1;
    if (asked > allowed) await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve));
  };
  const run = deliverAll(setup.florin, { wait }, stopped.signal);
  await expect.poll(() => setup.receiver.received.length).toBe(allowed);
  await expect.poll(() => asked).toBeGreaterThan(allowed);
  expect(setup.receiver.received).toHaveLength(allowed);
  stopped.abort();
  await run;
  expect(await stateOf(member, webhook)).toMatchObject({ waiting: 30 - allowed });
  await deliverAll(setup.florin);
  expect(setup.receiver.received).toHaveLength(30);
  expect(await stateOf(member, webhook)).toMatchObject({ state: 'active', waiting: 0 });
});

test('many deliveries share a connection, and an answer that closes it costs none', async () => {
  const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
  await pay(60);
  await deliverAll(setup.florin);
  expect(setup.receiver.received).toHaveLength(60);
  expect(setup.receiver.connections()).toBeLessThan(30);
  setup.receiver.answer(() => ({ status: 200, headers: { connection: 'close' } }));
  await pay(20);
  await deliverAll(setup.florin);
  expect(setup.receiver.received).toHaveLength(80);
  expect(await stateOf(member, webhook)).toMatchObject({ state: 'active', waiting: 0 });
});
