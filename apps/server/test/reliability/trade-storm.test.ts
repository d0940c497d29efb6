import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused, endpoints, type Client, type Transaction } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movingFeed } from '../moving-feed.ts';
import { startSecondNode, type SecondNode } from '../second-node.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../test-app.ts';
import { randomFrom, type Random } from './random.ts';
import { expectCleanBooks } from './books.ts';
import { reportFigures } from './figures.ts';

/**
 * Random parallel purchases and sales by many members on two nodes, while prices move constantly. Half of the trades
 * use quotes, some twice or too late. FLORIN_TRADES=20000 for the long form, FLORIN_RANDOM_SEED repeats a failure.
 */
const trades = Number(process.env['FLORIN_TRADES'] ?? 300);
const seed = process.env['FLORIN_RANDOM_SEED'] ?? String(Date.now());
const members = 20;
/** Concurrent trades per member. */
const tradesAtOnce = 50;
const coins = { BTC: '50000.00', ETH: '2000.00', DOGE: '0.16312', PEPE: '0.0000071234' } as const;
type Coin = keyof typeof coins;
const symbols = ['BTC', 'ETH', 'DOGE', 'PEPE'] as const;

const market = movingFeed(coins);
let florin: TestApp;
let other: SecondNode;
beforeAll(async () => {
  florin = await createTestApp({}, { feed: market.feed }, asManyAsAServer);
  other = await startSecondNode(florin, { feed: market.feed });
});
afterAll(async () => {
  await other.close();
  await florin.close();
});

type Trader = TestMember & { readonly nodes: readonly [Client, Client]; readonly isLimited: boolean };

test(
  `${trades} concurrent trades neither lose nor create money, and use each quote once (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    const random = randomFrom(seed);
    const traders = await Promise.all(Array.from({ length: members }, (_, i) => newTrader(i % 2 === 0)));
    const trading = traders.flatMap((trader) =>
      Array.from({ length: tradesAtOnce }, () => tradeOften(trader, randomFrom(`${seed}/${String(random())}`))),
    );
    const results = (await whileMarketMoves(randomFrom(`${seed}/market`), Promise.all(trading))).flat();
    expect(results.filter((result) => result === 'done').length).toBeGreaterThan(trades / 10);

    await expectNothingConjured();
    await expectAllowancesKept(traders);
    await expectQuotesUsedOnce();
    await Promise.all(traders.map(sellEverything));
    await expectNothingConjured();
    for (const { ownerPool } of florin.ledgers) await expectCleanBooks(ownerPool);
    reportFigures('R4', { trades });
  },
);

test('no member gains by trading at a constant price', { timeout: 600_000 }, async () => {
  const random = randomFrom(`${seed}/still`);
  const traders = await Promise.all(Array.from({ length: 5 }, () => newTrader(false)));
  await Promise.all(
    traders.map(async (trader) => {
      for (let i = 0; i < 20; i++) await trade(trader, randomFrom(`${seed}/${String(random())}`));
      await sellEverything(trader);
      const { balances } = await trader.client.call(endpoints.me);
      expect(balances.usd).toBeLessThan(20_000);
    }),
  );
  for (const { ownerPool } of florin.ledgers) await expectCleanBooks(ownerPool);
});

async function newTrader(isLimited: boolean): Promise<Trader> {
  const member = await florin.signUpWith('20000.00');
  if (!isLimited)
    await florin.database.ownerPool.query(`update users set plan = 'business' where id = $1`, [member.user.id]);
  return { ...member, nodes: [member.client, other.clientOf(member)], isLimited };
}

async function tradeOften(trader: Trader, random: Random): Promise<string[]> {
  const results: string[] = [];
  for (let i = 0; i < trades / members / tradesAtOnce; i++) results.push(await trade(trader, random));
  return results;
}

/** The expected errors of a trade. Any other error fails the test. */
const expectedRefusals = new Set([
  'insufficient_balance',
  'plan_limit_exceeded',
  'amount_too_small',
  'quote_used',
  'quote_expired',
]);

async function trade({ nodes, isLimited }: Trader, random: Random): Promise<string> {
  await sleep(random() * 500);
  const node = nodes[random() < 0.5 ? 0 : 1];
  const symbol = symbols[Math.floor(random() * symbols.length)] ?? 'BTC';
  const order = random() < 0.6 ? buying(symbol, random, isLimited ? 90 : 900) : selling(symbol, random);
  if (random() < 0.5) return settle((key) => order.plainly(node, key));
  const held = await settle(() => order.quoted(node));
  if (typeof held !== 'object') return held;
  if (random() < 0.1) await expire(held.id);
  // Uses the quote twice at once, with two keys on two nodes. At most one use may succeed.
  const both = await Promise.all(nodes.map((one) => settle((key) => order.withQuote(one, held, key))));
  expect(both.filter((result) => result === 'done').length).toBeLessThanOrEqual(1);
  return both.includes('done') ? 'done' : String(both[0]);
}

type Held = { readonly id: string; readonly amount_exact: string };
type Order = {
  readonly plainly: (node: Client, idempotencyKey: string) => Promise<'done'>;
  readonly quoted: (node: Client) => Promise<Held>;
  readonly withQuote: (node: Client, held: Held, idempotencyKey: string) => Promise<'done'>;
};

function buying(crypto_symbol: Coin, random: Random, maximum: number): Order {
  const amount_usd = (0.01 + random() * maximum).toFixed(2);
  const inCoins = random() < 0.3;
  const asked = inCoins
    ? { amount_crypto: (Number(amount_usd) / Number(coins[crypto_symbol])).toFixed(8) }
    : { amount_usd };
  const pay = async (node: Client, idempotencyKey: string, paid: { amount_usd: string; quote_id?: string }) => {
    const body = { crypto_symbol, payment_method_id: 'usd_balance', ...paid };
    await node.call(endpoints.buyCoins, { body }, { idempotencyKey });
    return 'done' as const;
  };
  return {
    plainly: (node, key) => pay(node, key, { amount_usd }),
    quoted: (node) => node.call(endpoints.createQuote, { body: { kind: 'buy', crypto_symbol, ...asked } }),
    withQuote: (node, held, key) => pay(node, key, { amount_usd: held.amount_exact, quote_id: held.id }),
  };
}

function selling(crypto_symbol: Coin, random: Random): Order {
  const amount_crypto = ((random() * 400) / Number(coins[crypto_symbol]) + 0.00000001).toFixed(8);
  const deliver = async (node: Client, idempotencyKey: string, price: { quote_id?: string }) => {
    const body = { crypto_symbol, amount_crypto, ...price };
    await node.call(endpoints.sellCoins, { body }, { idempotencyKey });
    return 'done' as const;
  };
  return {
    plainly: (node, key) => deliver(node, key, {}),
    quoted: (node) => node.call(endpoints.createQuote, { body: { kind: 'sell', crypto_symbol, amount_crypto } }),
    withQuote: (node, { id }, key) => deliver(node, key, { quote_id: id }),
  };
}

/** Returns the answer, or the code of an expected error. Repeats the call with its key while the server is busy. */
async function settle<Answer>(call: (key: string) => Promise<Answer>): Promise<Answer | string> {
  const key = randomUUID();
  for (;;)
    try {
      return await call(key);
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      const { code = 'none' } = error.body ?? {};
      if (error.status === 503) continue;
      expect(expectedRefusals).toContain(code);
      return code;
    }
}

const expire = (id: string) =>
  florin.database.ownerPool.query(`update quotes set expires_at = now() - interval '1 second' where id = $1`, [id]);

/** Moves prices up and down by up to 3 % every few milliseconds. */
async function whileMarketMoves<Result>(random: Random, trading: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => {
    for (const symbol of symbols) {
      const price = Number(coins[symbol]) * (0.97 + 0.06 * random());
      market.set(symbol, price.toFixed(symbol === 'PEPE' ? 10 : 4));
    }
  }, 3);
  try {
    return await trading;
  } finally {
    clearInterval(timer);
    for (const symbol of symbols) market.set(symbol, coins[symbol]);
  }
}

/** Sells every holding completely, coin by coin. */
async function sellEverything({ client }: Trader) {
  for (const { symbol, amount_exact } of await client.call(endpoints.getPortfolio)) {
    const body = { crypto_symbol: symbol, amount_crypto: amount_exact };
    const sold = await settle((idempotencyKey) => client.call(endpoints.sellCoins, { body }, { idempotencyKey }));
    if (sold === 'amount_too_small') continue; // worth less than a cent, so it stays
    const left = await client.call(endpoints.getPortfolio);
    expect(left.map((holding) => holding.symbol)).not.toContain(symbol);
  }
}

/**
 * Expects that members and the inventory hold exactly the coins that the owners supplied, and that all dollars came in
 * by card.
 */
async function expectNothingConjured() {
  const { rows } = await florin.database.ownerPool.query<{ asset: string; kind: string; total: bigint; least: bigint }>(
    `select asset, kind, sum(posted) as total, min(posted) as least from books.accounts
     where kind in ('wallet', 'capital', 'inventory', 'coins-out', 'cash', 'fees', 'card-clearing')
     group by asset, kind`,
  );
  const total = (kind: string, asset: string) =>
    rows.find((row) => row.kind === kind && row.asset === asset)?.total ?? 0n;
  for (const symbol of symbols) {
    expect(total('wallet', symbol) + total('inventory', symbol)).toBe(-total('capital', symbol));
    expect(total('inventory', symbol)).toBeGreaterThanOrEqual(0n);
  }
  expect(total('wallet', 'USD') + total('cash', 'USD') + total('fees', 'USD')).toBe(-total('card-clearing', 'USD'));
  expect(rows.filter(({ kind, least }) => kind === 'wallet' && least < 0n)).toEqual([]);
}

async function expectAllowancesKept(traders: readonly Trader[]) {
  for (const { client, isLimited } of traders) {
    const lines = await client.call(endpoints.listTransactions, { query: { type: 'buy_crypto', limit: 500 } });
    const spent = lines.reduce((sum, line) => sum + cents(line), 0);
    const { month } = await client.call(endpoints.getPurchaseAllowance);
    expect(month?.left_exact).toBe(isLimited ? ((500_00 - spent) / 100).toFixed(2) : undefined);
    expect(isLimited ? spent : 0).toBeLessThanOrEqual(500_00);
  }
}

/** Returns the amount of the purchase without the fee. */
const cents = ({ amount_exact, fee_exact }: Transaction) =>
  -Math.round(Number(amount_exact) * 100) - Math.round(Number(fee_exact) * 100);

async function expectQuotesUsedOnce() {
  const uses = await Promise.all(
    florin.ledgers.map(({ ownerPool }) =>
      ownerPool.query<{ quote_id: string; entry_id: bigint }>('select quote_id, entry_id from ledger.quote_uses'),
    ),
  );
  const all = uses.flatMap(({ rows: some }) => some);
  const { rows } = await florin.database.ownerPool.query<{ late: bigint; used: bigint }>(
    `select count(*) as used, count(*) filter (where e.recorded_at >= q.expires_at) as late
     from unnest($1::uuid[], $2::bigint[]) u (quote_id, entry_id)
     join quotes q on q.id = u.quote_id join books.entries e on e.id = u.entry_id`,
    [all.map(({ quote_id: id }) => id), all.map(({ entry_id: id }) => id)],
  );
  expect(rows[0]?.late).toBe(0n);
  expect(rows[0]?.used).toBeGreaterThan(0n);
}
