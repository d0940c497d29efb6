import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { beforeStatement, having } from '../../../test/before-statement.ts';
import { webhookSetup } from '../../../test/webhook-setup.ts';
import { deliverAll, deliveriesOf, letHoursPass, stateOf, withWebhook } from '../../../test/webhooks.ts';

const setup = webhookSetup();

const isResult = having("set state = 'delivered'");

test('no delivery starts before the rate limit allows it, and an interrupted run leaves the remaining deliveries untried', async () => {
  const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
  await pay(30);
  const [allowed, stopped] = [12, new AbortController()];
  let asked = 0;
  const wait = async () => {
    asked += 1;
    if (asked > allowed) await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve));
  };
  const run = deliverAll(setup.florin, { wait }, stopped.signal);
  // Polls the state and not the receiver, because a run that ends before an answer repeats that delivery.
  await expect.poll(() => stateOf(member, webhook)).toMatchObject({ waiting: 30 - allowed });
  await expect.poll(() => asked).toBeGreaterThan(allowed);
  expect(setup.receiver.received).toHaveLength(allowed);
  stopped.abort();
  await run;
  expect(await stateOf(member, webhook)).toMatchObject({ waiting: 30 - allowed });
  await deliverAll(setup.florin);
  expect(setup.receiver.received).toHaveLength(30);
  expect(await stateOf(member, webhook)).toMatchObject({ state: 'active', waiting: 0 });
});

test('many deliveries share a connection, and no delivery is lost when an answer closes the connection', async () => {
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

test('a receiver that drops a used connection gets the event over a new connection, in the same attempt', async () => {
  const used = new WeakSet<Socket>();
  let dropped = 0;
  const server = createServer(({ socket }, response) => {
    if (!used.has(socket)) return used.add(socket) && response.end('ok');
    dropped += 1;
    return socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { member, webhook, pay } = await withWebhook(setup.florin, `http://127.0.0.1:${port}/hook`);
  await pay(20);
  await deliverAll(setup.florin);
  expect(dropped).toBeGreaterThan(0);
  const deliveries = await deliveriesOf(member, webhook);
  expect(new Set(deliveries.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['delivered 1']));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('deliveries that a stopping node did not record are repeated with the same ids', async () => {
  const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
  await pay(5);
  const pool = beforeStatement(setup.florin.app.dependencies.pool, isResult, () => Promise.reject(new Error('killed')));
  await expect(deliverAll(setup.florin, { pool })).rejects.toThrow('killed');
  const sent = setup.receiver.received.map(({ event }) => event.id);
  expect(sent.length).toBeGreaterThan(0);
  expect((await deliveriesOf(member, webhook)).some(({ state }) => state === 'waiting')).toBe(true);
  await letHoursPass(setup.florin, webhook, 1);
  await deliverAll(setup.florin);
  expect(await stateOf(member, webhook)).toMatchObject({ state: 'active', waiting: 0 });
  const ids = setup.receiver.received.map(({ event }) => event.id);
  expect(new Set(ids).size).toBe(5);
  expect(ids.slice(sent.length)).toEqual(expect.arrayContaining(sent.slice(0, 1)));
});
