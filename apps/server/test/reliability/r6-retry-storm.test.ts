import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused, endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportFigures } from './figures.ts';
import { newPerson, type Person } from './people.ts';
import { createServerBooks, expectCleanLedgers, type ServerBooks } from './server-books.ts';
import type { ServerProcess } from './server-process.ts';

/** R6: each command runs 2 to 20 times with one key, over two processes. FLORIN_COMMANDS=2000 for the long form. */
const commands = Number(process.env['FLORIN_COMMANDS'] ?? 30);

let books: ServerBooks;
let servers: [ServerProcess, ServerProcess];
beforeAll(async () => {
  books = await createServerBooks();
  servers = [await books.start(), await books.start()];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await books.close();
});

type Kind = {
  readonly entry: string;
  readonly ask: (client: Client, key: string, amount: string) => Promise<unknown>;
};

/** The number of commands within a new account's daily limits. */
const commandsPerActor = 400;

// Rules: security-29
test(
  `${commands} commands have one effect each, even if each command is sent up to 20 times at once`,
  { timeout: 3_600_000 },
  async () => {
    for (let done = 0; done < commands; done += commandsPerActor)
      await stormsOfOne(Math.min(commandsPerActor, commands - done));
    await expectCleanLedgers(books);
    reportFigures('R6', { commands });
  },
);

test('two users can use the same idempotency key for separate commands', async () => {
  const [actor, other, recipient] = [await open('20.00'), await open('20.00'), await open()];
  const [send] = await commandKinds(actor, recipient);
  const key = randomUUID();
  const first = await send?.ask(servers[0].clientOf(actor.token), key, '1.00');
  const second = await send?.ask(servers[1].clientOf(other.token), key, '1.00');
  expect(second).not.toEqual(first);
});

const open = (usd?: string) => newPerson(servers[0].clientOf(null), (token) => servers[0].clientOf(token), usd);

async function stormsOfOne(count: number) {
  const [actor, recipient] = [await open('450.00'), await open()];
  const kinds = await commandKinds(actor, recipient);
  const entries = () => Promise.all(kinds.map(({ entry }) => books.countEntries(entry)));
  const before = await entries();
  const asked = kinds.map(() => 0);
  for (let i = 0; i < count; i++) {
    const place = i % kinds.length;
    const kind = kinds[place];
    if (!kind) continue;
    asked[place] = (asked[place] ?? 0) + 1;
    await storm(kind, actor);
  }
  expect((await entries()).map((now, i) => now - (before[i] ?? 0))).toEqual(asked);
}

/**
 * Runs one command many times at once and expects equal answers. Expects that the command's key is rejected for another
 * body.
 */
async function storm(kind: Kind, actor: Person) {
  const key = randomUUID();
  const nodes = servers.map((server) => server.clientOf(actor.token));
  const times = randomInt(2, 21);
  const answers = await Promise.all(
    Array.from({ length: times }, (_, i) =>
      untilAnswered(() => kind.ask(nodes[i % 2] ?? servers[0].clientOf(null), key, '1.00')),
    ),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  await expect(kind.ask(servers[0].clientOf(actor.token), key, '1.01')).rejects.toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  });
}

/** Repeats a command that answers 409 because another attempt is in flight. */
async function untilAnswered(ask: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CallRefused) || error.body?.code !== 'still_in_flight') throw error;
      await sleep(20);
    }
  }
}

async function commandKinds(actor: Person, recipient: Person): Promise<Kind[]> {
  const [card] = await servers[0].clientOf(actor.token).call(endpoints.listPaymentMethods);
  const methodId = card?.id ?? '';
  return [
    {
      entry: 'send',
      ask: (client, idempotencyKey, amount) =>
        client.call(endpoints.sendMoney, { body: { recipient_email: recipient.email, amount } }, { idempotencyKey }),
    },
    {
      entry: 'deposit',
      ask: (client, idempotencyKey, amount) =>
        client.call(endpoints.addFunds, { body: { amount, payment_method_id: methodId } }, { idempotencyKey }),
    },
    {
      entry: 'buy_crypto',
      ask: (client, idempotencyKey, amount) =>
        client.call(
          endpoints.buyCoins,
          { body: { crypto_symbol: 'ETH', amount_usd: amount, payment_method_id: 'usd_balance' } },
          { idempotencyKey },
        ),
    },
    {
      entry: 'sell_crypto',
      ask: (client, idempotencyKey, amount) =>
        client.call(
          endpoints.sellCoins,
          { body: { crypto_symbol: 'ETH', amount_crypto: (Number(amount) / 10_000).toFixed(8) } },
          { idempotencyKey },
        ),
    },
  ];
}
