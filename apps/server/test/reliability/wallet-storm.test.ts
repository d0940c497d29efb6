import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused, endpoints, type Client, type Transaction } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportFigures } from './figures.ts';
import { newPerson, type Person } from './people.ts';
import { createServerBooks, expectCleanLedgers, type ServerBooks } from './server-books.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * Uses every way out of one wallet at once: 200 parallel withdrawals, exchanges, sends and cancellations. The commands
 * run over two processes, whose jobs settle bank orders at the same time. FLORIN_ROUNDS=100 for the long form.
 */
const rounds = Number(process.env['FLORIN_ROUNDS'] ?? 1);
const commands = 200;
/** Concurrent storms, each on its own wallet. Most of a storm is waiting for the sandbox's bank. */
const together = 5;
const opening = 60_00n;

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

type Nodes = readonly [Client, Client];
type Storm = { readonly nodes: Nodes; readonly me: Person; readonly friend: Person; readonly bankId: string };

test(`${rounds} storms of parallel commands on one wallet account for every cent`, { timeout: 3_600_000 }, async () => {
  for (let left = rounds; left > 0; left -= together)
    await Promise.all(Array.from({ length: Math.min(left, together) }, storm));
  await expectCleanLedgers(books);
  reportFigures('R4', { 'storms on one wallet': rounds });
});

async function storm() {
  const scene = await prepare();
  const waiting = await startWaiting(scene);
  const reads = watchWallets(scene.nodes[0]);
  const results = await Promise.all(
    Array.from({ length: commands }, (_, i) => command(scene, waiting, i, scene.nodes[i % 2 === 0 ? 0 : 1])),
  );
  await reads.stop();
  await untilNothingWaits(scene.me);
  await expectAddedUp(scene, results);
}

async function prepare(): Promise<Storm> {
  const clientOf = (token: string | null) => servers[0].clientOf(token);
  const [me, friend] = [await newPerson(clientOf(null), clientOf, '60.00'), await newPerson(clientOf(null), clientOf)];
  const nodes: Nodes = [servers[0].clientOf(me.token), servers[1].clientOf(me.token)];
  const bank = await nodes[0].call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  return { nodes, me, friend, bankId: bank.id };
}

/** Starts ten withdrawals and ten sends to new addresses, so that cancellations race with the bank and the sender. */
async function startWaiting({ nodes, me, bankId }: Storm): Promise<Transaction[]> {
  return Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0
        ? nodes[0].call(endpoints.withdraw, { body: { amount: '1.00', payment_method_id: bankId } })
        : nodes[0].call(endpoints.sendMoney, { body: { recipient_email: `nobody-${i}-${me.email}`, amount: '1.00' } }),
    ),
  );
}

type Result = { readonly what: 'withdraw' | 'exchange' | 'send' | 'cancel'; readonly done: boolean };

async function command({ friend, bankId }: Storm, waiting: Transaction[], i: number, node: Client): Promise<Result> {
  const line = waiting[Math.floor(i / 4) % waiting.length];
  if (!line) throw new Error('no transaction is pending');
  switch (i % 4) {
    case 0:
      return settle('withdraw', node.call(endpoints.withdraw, { body: { amount: '1.00', payment_method_id: bankId } }));
    case 1:
      return settle(
        'exchange',
        node.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '1.00' } }),
      );
    case 2:
      return settle(
        'send',
        node.call(endpoints.sendMoney, { body: { recipient_email: friend.email, amount: '1.00' } }),
      );
    default:
      return settle('cancel', node.call(endpoints.cancelTransaction, { params: { id: line.id } }));
  }
}

async function settle(what: Result['what'], call: Promise<unknown>): Promise<Result> {
  try {
    await call;
    return { what, done: true };
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    expect(error.body?.code).toBe(what === 'cancel' ? 'not_cancellable' : 'insufficient_balance');
    return { what, done: false };
  }
}

/** Reads the wallets continuously and expects no negative amount and no hold above the balance. */
function watchWallets(client: Client) {
  let watching = true;
  const reading = (async () => {
    while (watching)
      for (const { balance, held, available } of await client.call(endpoints.listWallets)) {
        expect(available).toBeGreaterThanOrEqual(0);
        expect(held).toBeGreaterThanOrEqual(0);
        expect(balance).toBeGreaterThanOrEqual(held);
      }
  })();
  return {
    stop: async () => {
      watching = false;
      await reading;
    },
  };
}

/** Waits until no withdrawal is pending. The sandbox's bank takes a few seconds; held sends stay pending. */
async function untilNothingWaits({ token }: Person) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const lines = await history(token);
    if (lines.every(({ type, status }) => type !== 'withdrawal' || status !== 'pending')) return;
    await sleep(100);
  }
  throw new Error('a withdrawal is still pending after 30 seconds');
}

const history = (token: string) =>
  servers[1].clientOf(token).call(endpoints.listTransactions, { query: { limit: 500 } });

async function expectAddedUp({ me, friend, nodes }: Storm, results: readonly Result[]) {
  const lines = await history(me.token);
  const of = (type: Transaction['type'], status: Transaction['status']) =>
    lines.filter((line) => line.type === type && line.status === status);
  const done = (what: Result['what']) => results.filter((result) => result.what === what && result.done).length;

  // Every acknowledged command exists exactly once, and no other command exists.
  const withdrawals = [...of('withdrawal', 'completed'), ...of('withdrawal', 'cancelled')];
  expect(withdrawals).toHaveLength(10 + done('withdraw'));
  expect(of('exchange', 'completed').filter(({ currency }) => currency === 'USD')).toHaveLength(done('exchange'));
  expect(of('send', 'completed')).toHaveLength(done('send'));
  expect([...of('send', 'pending'), ...of('send', 'cancelled')]).toHaveLength(10);

  // The remaining dollars are the opening balance less everything spent.
  const spent =
    BigInt(of('withdrawal', 'completed').length) * 1_00n +
    BigInt(done('exchange')) * 1_01n +
    BigInt(done('send') + of('send', 'pending').length) * 1_02n;
  const { balances } = await nodes[1].call(endpoints.me);
  expect(cents(balances.usd_exact)).toBe(opening - spent);
  expect(cents(balances.eur_exact)).toBe(BigInt(done('exchange')) * 91n);
  const sum = lines
    .filter(({ currency }) => currency === 'USD')
    .reduce((total, line) => total + cents(line.amount_exact), 0n);
  expect(sum, 'the history sums to the balance').toBe(cents(balances.usd_exact));
  const theirs = await servers[0].clientOf(friend.token).call(endpoints.me);
  expect(cents(theirs.balances.usd_exact)).toBe(BigInt(done('send')) * 1_00n);
}

const cents = (exact: string) => BigInt(exact.replace('.', ''));

test('fifty concurrent uses of a quote over two processes use it once', { timeout: 3_600_000 }, async () => {
  let { nodes } = await prepare();
  const order = { from: 'USD', to: 'EUR', amount: '1.00' } as const;
  for (let round = 0; round < rounds; round++) {
    if (round % 50 === 49) ({ nodes } = await prepare()); // the last member's money is nearly used up
    const { id } = await nodes[round % 2 === 0 ? 0 : 1].call(endpoints.createQuote, {
      body: { kind: 'exchange', ...order },
    });
    const uses = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        nodes[i % 2 === 0 ? 0 : 1].call(endpoints.exchangeMoney, { body: { ...order, quote_id: id } }),
      ),
    );
    const refused = uses.filter((use) => use.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toHaveLength(49);
    for (const reason of refused) expect(reason).toMatchObject({ body: { code: 'quote_used' } });
  }
  await expectCleanLedgers(books);
});
