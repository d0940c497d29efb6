import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { CallRefused, createClient, endpoints, type Client } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { chooseProviders } from '../../src/choose-providers.ts';
import { runSweep } from '../../src/ledger/index.ts';
import { tamperings, type Tampering } from '../ledger-model/tamperings.ts';
import { liveALittle } from '../live-a-little.ts';
import { createTestApp, testConfig, testMasterKey, type TestMember } from '../test-app.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { reportFigures } from './figures.ts';
import { randomFrom } from './random.ts';

/**
 * R16: the books are altered directly in the database. Four ways by default, chosen by FLORIN_RANDOM_SEED; all with
 * FLORIN_TAMPERINGS=all.
 */
const seed = process.env['FLORIN_RANDOM_SEED'] ?? randomUUID();
const fewest = 4;

/** The name of a database with postings, holds and quotes of every kind, and without connections. */
let books: string;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  // The books of one database are copied and tampered with.
  const florin = await createTestApp({}, {}, { ledgers: 1 });
  [ines, jonas] = await liveALittle(florin);
  const order = { from: 'USD', to: 'EUR', amount: '1.00' } as const;
  const { id } = await ines.client.call(endpoints.createQuote, { body: { kind: 'exchange', ...order } });
  await ines.client.call(endpoints.exchangeMoney, { body: { ...order, quote_id: id } });
  await florin.expectCleanBooks();
  await florin.app.close();
  await florin.database.leave();
  books = florin.database.name;
});

/** Picks random tamperings by the seed: three of postings, and one of holds or quotes. */
function chosen(): readonly Tampering[] {
  if (process.env['FLORIN_TAMPERINGS'] === 'all') return tamperings;
  const random = randomFrom(seed);
  const [held, posted] = [tamperings.filter((one) => !one.isOfPostings), tamperings.filter((one) => one.isOfPostings)];
  const pick = (from: readonly Tampering[], count: number) =>
    from
      .map((one) => ({ one, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, count)
      .map(({ one }) => one);
  return [...pick(posted, fewest - 1), ...pick(held, 1)];
}

const seen = { tried: 0, byMinute: 0 };
afterAll(() =>
  reportFigures('R16', {
    'ways to alter the books': seen.tried,
    'of all known ways': tamperings.length,
    'found by the sweep of each minute': seen.byMinute,
    'found by the sweep of each day': seen.tried - seen.byMinute,
    seed,
  }),
);

describe.each(chosen())('when $title', ({ sql, first, found }) => {
  let florin: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    florin = await serve(await createTestDatabase({ source: books }));
  });
  afterAll(() => florin.close());

  test('a sweep finds that $title, and then money calls are rejected and reads continue', async () => {
    const { database, client } = florin;
    expect(await runSweep(database.pool, { whole: false }), 'the regular sweep').toBe(0);
    await expectServed(client);
    if (first !== undefined) await database.ownerPool.query(first);
    const { rowCount } = await database.ownerPool.query(sql);
    expect(rowCount, 'the tampering hits something').toBeGreaterThan(0);

    // Only the daily sweep checks old postings, holds and quotes.
    const byMinute = await runSweep(database.pool, { whole: false });
    const findings = byMinute > 0 ? byMinute : await runSweep(database.pool, { whole: true });
    expect(findings).toBeGreaterThan(0);
    const named = await database.ownerPool.query<{ invariant: string }>('select invariant from ledger.sweep()');
    const names = new Set(named.rows.map(({ invariant }) => invariant));
    for (const invariant of found) expect(names).toContain(invariant);

    for (const [what, move] of moves) {
      const refused = await move(client).then(
        () => 'done',
        (error: unknown) => error,
      );
      expect(refused, `to ${what}`).toMatchObject({ status: 503, body: { code: 'ledger_read_only' } });
    }
    await expectReadable(client);
    seen.tried += 1;
    seen.byMinute += byMinute > 0 ? 1 : 0;
  });
});

/** Starts the whole product on a port. */
async function serve(database: TestDatabase) {
  const config = testConfig();
  const app = await buildApp({
    config,
    pool: database.pool,
    logger: pino({ level: 'silent' }),
    providers: chooseProviders(config),
    masterKey: testMasterKey,
  });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  return {
    database,
    client: createClient({ origin, fetch, token: () => ines.token }),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

const buy = { crypto_symbol: 'BTC', amount_usd: '1.00', payment_method_id: 'usd_balance' };

/** One of each way to move money. */
const moves: [what: string, move: (client: Client) => Promise<unknown>][] = [
  [
    'send',
    (client) => client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '1.00' } }),
  ],
  ['exchange', (client) => client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'GBP', amount: '1.00' } })],
  ['buy', (client) => client.call(endpoints.buyCoins, { body: buy })],
  ['sell', (client) => client.call(endpoints.sellCoins, { body: { crypto_symbol: 'BTC', amount_crypto: '0.00001' } })],
  [
    'withdraw',
    async (client) => client.call(endpoints.withdraw, { body: { amount: '1.00', ...(await bankOf(client)) } }),
  ],
];

async function bankOf(client: Client) {
  const methods = await client.call(endpoints.listPaymentMethods);
  return { payment_method_id: methods.find(({ type }) => type === 'bank')?.id ?? '' };
}

async function expectServed(client: Client) {
  for (const [, move] of moves) await move(client);
}

async function expectReadable(client: Client) {
  expect((await client.call(endpoints.me)).email).toBe(ines.user.email);
  await client.call(endpoints.listWallets);
  // The server hides only altered coins, because their cost would be wrong.
  const coins = await client.call(endpoints.getPortfolio).then(
    () => 'shown',
    (error: unknown) => (error instanceof CallRefused ? error.body?.code : error),
  );
  expect(['shown', 'ledger_read_only']).toContain(coins);
  const lines = await client.call(endpoints.listTransactions, { query: { limit: 100 } });
  expect(lines.length).toBeGreaterThan(20);
}
