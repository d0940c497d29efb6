import { CallRefused, endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportFigures } from './figures.ts';
import { newPerson, type Person } from './people.ts';
import { createServerBooks, expectCleanLedgers, type ServerBooks } from './server-books.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * R4: 200 parallel commands on a balance that covers a few of them, over two processes. FLORIN_ROUNDS=300 for the long
 * form.
 */
const rounds = Number(process.env['FLORIN_ROUNDS'] ?? 4);
const commands = 200;

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

const clients = (token: string): [Client, Client] => [servers[0].clientOf(token), servers[1].clientOf(token)];
const open = (usd?: string) => newPerson(servers[0].clientOf(null), (token) => servers[0].clientOf(token), usd);

// Rules: security-26
test(
  `exactly the affordable commands succeed in ${rounds} storms of parallel commands`,
  { timeout: 3_600_000 },
  async () => {
    const recipient = await open();
    for (let round = 0; round < rounds; round++) {
      await sendsAndBuys(recipient);
      await sells();
    }
    await expectCleanLedgers(books);
    reportFigures('R4', { storms: 2 * rounds, 'commands each': commands });
  },
);

/** A send or purchase of 1.00 costs 1.02, so 10.30 pays for exactly ten of them in any order. */
async function sendsAndBuys(recipient: Person) {
  const spender = await open('10.30');
  const nodes = clients(spender.token);
  const reads = watchBalance(nodes[0]);
  const results = await Promise.all(
    Array.from({ length: commands }, (_, i) => {
      const node = nodes[i % 2 === 0 ? 0 : 1];
      return settle(
        i % 4 < 2
          ? node.call(endpoints.sendMoney, { body: { recipient_email: recipient.email, amount: '1.00' } })
          : node.call(endpoints.buyCoins, {
              body: { crypto_symbol: 'BTC', amount_usd: '1.00', payment_method_id: 'usd_balance' },
            }),
      );
    }),
  );
  await reads.stop();
  expect(results.filter((result) => result === 'done')).toHaveLength(10);
  expect(results.filter((result) => result === 'insufficient_balance')).toHaveLength(commands - 10);
  const { balances } = await nodes[1].call(endpoints.me);
  expect(balances.usd_exact).toBe('0.10');
}

/** The holding covers exactly seven sales of a seventh; the rest covers no further sale. */
async function sells() {
  const seller = await open('20.00');
  const nodes = clients(seller.token);
  const { crypto_amount_exact: bought } = await nodes[0].call(endpoints.buyCoins, {
    body: { crypto_symbol: 'SOL', amount_usd: '10.00', payment_method_id: 'usd_balance' },
  });
  const units = BigInt(bought.replace('.', ''));
  const share = units / 7n;
  const amount = `${share / 100_000_000n}.${String(share % 100_000_000n).padStart(8, '0')}`;
  const results = await Promise.all(
    Array.from({ length: commands / 4 }, (_, i) =>
      settle(
        nodes[i % 2 === 0 ? 0 : 1].call(endpoints.sellCoins, { body: { crypto_symbol: 'SOL', amount_crypto: amount } }),
      ),
    ),
  );
  expect(results.filter((result) => result === 'done')).toHaveLength(7);
  expect(results.filter((result) => result === 'insufficient_balance')).toHaveLength(commands / 4 - 7);
}

/** Returns "done", or the code of an expected error. */
async function settle(command: Promise<unknown>): Promise<string> {
  try {
    await command;
    return 'done';
  } catch (error) {
    if (!(error instanceof CallRefused) || !error.body) throw error;
    expect(error.status).toBeGreaterThanOrEqual(400);
    expect(error.status).toBeLessThan(500);
    expect(error.body.detail).not.toBe('');
    return error.body.code ?? `HTTP ${error.status}`;
  }
}

/** Reads the balance continuously and expects it never to be negative. */
function watchBalance(client: Client) {
  let watching = true;
  const reading = (async () => {
    while (watching) {
      const { balances } = await client.call(endpoints.me);
      expect(balances.usd).toBeGreaterThanOrEqual(0);
    }
  })();
  return {
    stop: async () => {
      watching = false;
      await reading;
    },
  };
}
