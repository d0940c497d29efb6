import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp } from '../test-app.ts';
import { startBalancer } from './balancer.ts';
import { reportFigures } from './figures.ts';
import { newPerson, type Person } from './people.ts';
import { createServerBooks, expectCleanLedgers, type ServerBooks } from './server-books.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * R17: SIGTERM to two nodes in turn, under load. Each node is stopped once by default; FLORIN_ROLLS=20 for the long
 * form.
 */
const rolls = Number(process.env['FLORIN_ROLLS'] ?? 1);
const senders = 6;
const readers = 3;
/** A pause between requests, because the machine also has to start nodes. */
const pauseMs = 100;
/** A hundred times the balancer's check interval, in case the machine is busy. */
const drain = { FLORIN_DRAIN_SECONDS: '5' };

let books: ServerBooks;
let nodes: ServerProcess[];
let balancer: Awaited<ReturnType<typeof startBalancer>>;
beforeAll(async () => {
  books = await createServerBooks();
  nodes = await Promise.all([books.start(drain), books.start(drain)]);
  balancer = await startBalancer(nodes.map(({ origin }) => origin));
});
afterAll(async () => {
  await balancer.close();
  await Promise.all(nodes.map((node) => node.stop()));
  await books.close();
});

const clientOf = (token: string | null) => createClient({ origin: balancer.origin, fetch, token: () => token });

test(`no request fails while two nodes are restarted ${rolls} times each`, { timeout: 3_600_000 }, async () => {
  const crowd: Person[] = [];
  for (let i = 0; i < 4; i++) crowd.push(await newPerson(clientOf(null), clientOf, '400.00'));
  const [first, second] = [crowd[0], crowd[1]];
  if (!first || !second) throw new Error('the crowd is empty');
  const load = { sent: 0, read: 0, events: 0, isOver: false };
  const until = () => load.isOver;
  const working = [
    ...times(senders, (i) => repeat(until, () => send(crowd, i).then(() => (load.sent += 1)))),
    ...times(readers, (i) =>
      repeat(until, () =>
        clientOf(crowd[i % 4]?.token ?? '')
          .call(endpoints.listWallets)
          .then(() => (load.read += 1)),
      ),
    ),
    repeat(until, () => listen(clientOf(first.token), until).then(() => (load.events += 1))),
  ];
  const all = Promise.all(working);
  all.catch(() => undefined);

  try {
    for (let roll = 0; roll < rolls; roll++) for (const place of [0, 1]) await Promise.race([restart(place), all]);
    await sleep(200);
  } finally {
    load.isOver = true;
  }
  await send([first, second], 0).then(() => (load.sent += 1)); // its event ends the last stream
  await all;

  expect(await books.countEntries('send')).toBe(load.sent);
  // Each round stops the node that serves the stream.
  expect(load.events).toBeGreaterThan(rolls);
  await expectCleanLedgers(books);
  reportFigures('R17', {
    restarts: 2 * rolls,
    sends: load.sent,
    reads: load.read,
    'event streams reopened': load.events - 1,
  });
});

test('a draining node is not ready, closes its connections and finishes the requests in flight', async () => {
  const { app, close } = await createTestApp();
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);

  app.drain();
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const answer = await fetch(`${origin}/api/transactions`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'close']);

  const begun = fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@florin.example', password: 'correct horse battery' }),
  });
  await expect.poll(() => app.admission().inFlight, { interval: 1 }).toBe(1);
  await close();
  expect((await begun).status).toBe(400);
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed');
});

async function restart(place: number) {
  const node = nodes[place];
  if (!node) throw new Error(`there is no node ${place}`);
  await node.stop();
  nodes[place] = await books.start({ ...drain, PORT: new URL(node.origin).port });
  await balancer.untilReady(node.origin);
}

async function send(crowd: readonly Person[], i: number) {
  const [from, to] = [crowd[i % crowd.length], crowd[(i + 1) % crowd.length]];
  await clientOf(from?.token ?? '').call(
    endpoints.sendMoney,
    { body: { recipient_email: to?.email ?? '', amount: '0.01' } },
    { idempotencyKey: randomUUID() },
  );
}

/** Reads a stream until it ends, as it does when its node stops. A broken stream is an error. */
async function listen(client: Client, isOver: () => boolean) {
  const { body } = await client.open(endpoints.streamEvents);
  for await (const chunk of body ?? []) if (isOver() && chunk.length > 0) return;
}

const times = <Result>(count: number, work: (i: number) => Result) => Array.from({ length: count }, (_, i) => work(i));

async function repeat(isOver: () => boolean, work: () => Promise<unknown>) {
  while (!isOver()) {
    await work();
    await sleep(pauseMs);
  }
}
