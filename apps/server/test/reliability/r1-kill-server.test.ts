import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused, endpoints, type Transaction } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportFigures } from './figures.ts';
import { newPerson, type Person } from './people.ts';
import { createServerBooks, expectCleanLedgers, type ServerBooks } from './server-books.ts';
import type { ServerProcess } from './server-process.ts';

/** R1: kill -9 of the server under load. 5 kills by default; FLORIN_KILLS=100 for the long form. */
const kills = Number(process.env['FLORIN_KILLS'] ?? 5);
const senders = 32;
const people = 12;

type Order = { readonly key: string; readonly from: Person; readonly to: Person; readonly amount: string };
type Acknowledged = { readonly order: Order; readonly transaction: Transaction };

let books: ServerBooks;
beforeAll(async () => {
  books = await createServerBooks();
});
afterAll(() => books.close());

test(`no acknowledged send is lost or doubled despite ${kills} server kills`, { timeout: 3_600_000 }, async () => {
  let server = await books.start();
  const crowd: Person[] = [];
  for (let i = 0; i < people; i++) crowd.push(await newPerson(server.clientOf(null), server.clientOf, '400.00'));

  const acknowledged: Acknowledged[] = [];
  const unanswered: Order[] = [];
  const readyAfterMs: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    const sending = Array.from({ length: senders }, () => sendUntilCut(server, crowd, acknowledged, unanswered));
    await sleep(randomInt(100, 400));
    await server.kill();
    await Promise.all(sending);

    server = await books.start();
    readyAfterMs.push(server.readyAfterMs);
    await Promise.all(unanswered.splice(0).map(async (order) => acknowledged.push(await resolveOnce(server, order))));
  }
  await server.stop();

  const ids = acknowledged.map(({ order, transaction }) => `${order.from.email} ${transaction.id}`);
  expect(new Set(ids).size, 'each key has its own send').toBe(acknowledged.length);
  expect(await books.countEntries('send')).toBe(acknowledged.length);
  await expectCleanLedgers(books);
  const slowest = Math.max(...readyAfterMs).toFixed(0);
  reportFigures('R1', { kills, sends: acknowledged.length, 'ms at most until ready again': slowest });
});

/** One sender: sends one order after the other until the server is gone. */
async function sendUntilCut(server: ServerProcess, crowd: Person[], acknowledged: Acknowledged[], unanswered: Order[]) {
  for (;;) {
    const order = randomOrder(crowd);
    try {
      acknowledged.push({ order, transaction: await send(server, order) });
    } catch (error) {
      if (error instanceof CallRefused) throw error;
      unanswered.push(order);
      return;
    }
  }
}

/** Repeats the order twice with its key and expects the same send, whether it was posted before the kill or not. */
async function resolveOnce(server: ServerProcess, order: Order): Promise<Acknowledged> {
  const [first, second] = [await send(server, order), await send(server, order)];
  expect(second).toEqual(first);
  return { order, transaction: first };
}

const send = (server: ServerProcess, { key, from, to, amount }: Order) =>
  server
    .clientOf(from.token)
    .call(endpoints.sendMoney, { body: { recipient_email: to.email, amount } }, { idempotencyKey: key });

function randomOrder(crowd: Person[]): Order {
  const from = randomInt(crowd.length);
  const to = (from + randomInt(1, crowd.length)) % crowd.length;
  const [sender, recipient] = [crowd[from], crowd[to]];
  if (!sender || !recipient) throw new Error('the crowd is empty');
  return { key: randomUUID(), from: sender, to: recipient, amount: '0.01' };
}
