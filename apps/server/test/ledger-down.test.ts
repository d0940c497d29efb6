import { randomUUID } from 'node:crypto';
import { endpoints, CallRefused, type Client } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type App } from '../src/app.ts';
import { chooseProviders } from '../src/choose-providers.ts';
import { settleBankOrders } from '../src/features/funding/index.ts';
import { readLedgerState } from '../src/features/operations/index.ts';
import { openShard } from '../src/ledger/open-shard.ts';
import { finishTransits } from '../src/ledger/shards/finish-transits.ts';
import { slotOf } from '../src/ledger/shards/ids.ts';
import { openDatabase, type Database } from '../src/open-database.ts';
import { registry } from '../src/platform/metrics/registry.ts';
import { fetchThrough } from './fetch-through.ts';
import { startPasswordEngine, type PasswordEngine } from './password-engine.ts';
import { recordingRail } from './recording-rail.ts';
import { strictClient } from './strict-client.ts';
import { testConfig, testMasterKey } from './test-app.ts';
import { createTestDatabase, urlOf, type TestDatabase } from './test-database.ts';

type Person = { readonly client: Client; readonly token: string; readonly email: string; readonly id: string };

let engine: PasswordEngine;
let main: TestDatabase;
let database: Database;
let app: App;
/** Members of the main ledger and of the ledger that is down. */
let here: Person;
let friend: Person;
let there: Person;

beforeAll(async () => {
  [engine, main] = [await startPasswordEngine(), await createTestDatabase()];
  const ledger = await engine.newDatabase();
  const config = testConfig({ DATABASE_URL: urlOf(main.address), FLORIN_LEDGERS: ledger.url });
  database = await openDatabase(config, () => undefined);
  const { pool, ledgers } = database;
  const logger = pino({ level: 'silent' });
  app = await buildApp({ config, pool, ledgers, logger, providers: chooseProviders(config), masterKey: testMasterKey });
  [here, friend, there] = [await memberOf(0), await memberOf(0), await memberOf(1)];
  await send(here, there, '10.00');
  await send(there, here, '10.00');
  const { id: bank } = await here.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await here.client.call(endpoints.withdraw, { body: { amount: '10.00', payment_method_id: bank } });
});
afterAll(async () => {
  await app.close();
  await database.close();
  await main.close();
  await engine.stop();
});

async function memberOf(shard: number): Promise<Person> {
  for (;;) {
    const email = `${randomUUID().slice(0, 13)}@florin.example`;
    const body = { name: 'Test Person', email, password: 'correct horse battery' };
    const { token, user } = await clientOf(null).call(endpoints.signup, { body });
    if (slotOf(user.id) % 2 !== shard) continue;
    const client = clientOf(token);
    const card = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    await client.call(endpoints.addFunds, { body: { amount: '500.00', payment_method_id: card.id } });
    return { client, token, email, id: user.id };
  }
}

const clientOf = (token: string | null) =>
  strictClient({ origin: '', fetch: fetchThrough(app.http), token: () => token });

const send = (from: Person, to: Person, amount: string) =>
  from.client.call(endpoints.sendMoney, { body: { recipient_email: to.email, amount } });

/** The calls of a member on an ordinary day. */
const calls: Readonly<Record<string, (client: Client, other: string) => Promise<unknown>>> = {
  me: (client) => client.call(endpoints.me),
  wallets: (client) => client.call(endpoints.listWallets),
  limits: (client) => client.call(endpoints.getLimits),
  'payment methods': (client) => client.call(endpoints.listPaymentMethods),
  'add funds': async (client) => {
    const [card] = await client.call(endpoints.listPaymentMethods);
    await client.call(endpoints.addFunds, { body: { amount: '20.00', payment_method_id: card?.id ?? '' } });
  },
  send: (client, other) => client.call(endpoints.sendMoney, { body: { recipient_email: other, amount: '2.00' } }),
  'keyed send': (client, other) =>
    client.call(
      endpoints.sendMoney,
      { body: { recipient_email: other, amount: '2.00' } },
      { idempotencyKey: randomUUID() },
    ),
  exchange: (client) => client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '5.00' } }),
  'keyed purchase': (client) =>
    client.call(
      endpoints.buyCoins,
      { body: { crypto_symbol: 'BTC', amount_usd: '20.00' } },
      { idempotencyKey: randomUUID() },
    ),
  sale: (client) => client.call(endpoints.sellCoins, { body: { crypto_symbol: 'BTC', amount_crypto: '0.0001' } }),
  portfolio: (client) => client.call(endpoints.getPortfolio),
  gains: (client) => client.call(endpoints.getGains),
  'purchase allowance': (client) => client.call(endpoints.getPurchaseAllowance),
  'balance history': (client) => client.call(endpoints.getBalanceHistory, { query: {} }),
  contacts: (client) => client.call(endpoints.listContacts),
  'recipient lookup': (client, other) => client.call(endpoints.lookUpRecipient, { body: { email: other } }),
  'waiting money': (client) => client.call(endpoints.getWaitingMoney),
  plans: (client) => client.call(endpoints.listPlans),
};

/** Returns the calls that failed, with their errors. */
async function failuresOf({ client }: Person, other: Person): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, call] of Object.entries(calls))
    await call(client, other.email).catch((error: unknown) => {
      failed.push(`${name}: ${error instanceof CallRefused ? `${error.status} ${error.body?.code}` : String(error)}`);
    });
  return failed;
}

const dollarsOf = async ({ client }: Person) => (await client.call(endpoints.me)).balances.usd_exact;

describe('while a further ledger is down', () => {
  beforeAll(() => engine.goDown());

  test('members of the main ledger notice nothing while a further ledger is down', async () => {
    expect(await failuresOf(here, friend)).toEqual([]);
  });

  test('members of a ledger that is down get 503 and the time of the next try', async () => {
    const headers = { authorization: `Bearer ${there.token}` };
    const read = await app.http.inject({ url: '/api/wallets', headers });
    const payload = { recipient_email: here.email, amount: '1.00' };
    const send = await app.http.inject({ method: 'POST', url: '/api/transactions/send', headers, payload });
    for (const { statusCode, headers: answered, body } of [read, send]) {
      expect([statusCode, answered['retry-after']]).toEqual([503, '1']);
      expect(body).toContain('database_unavailable');
    }
  });

  test('a node stays ready while a further ledger is down, and its metrics show the state of each ledger', async () => {
    expect((await app.http.inject({ url: '/readyz' })).statusCode).toBe(200);
    await readLedgerState(database.pool, database.ledgers);
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('florin_ledger_closed'));
    expect(lines).toEqual(['florin_ledger_closed{ledger="0"} 0']);
  });

  test('withdrawals of other members reach the bank while a further ledger is down', async () => {
    const rail = recordingRail();
    await settleBankOrders({ ...app.dependencies, rail, callBackSeconds: 0 });
    expect(rail.done).toEqual(['pay out 10.00 USD']);
  });

  test('a send to a member of a ledger that is down waits, and arrives when the ledger is back', async () => {
    await send(here, there, '7.00');
    await engine.comeBack();
    const pools = [database.pool, ...database.ledgers];
    await expect.poll(async () => finishTransits(pools, pools.map(openShard))).toEqual([]);
    expect(await dollarsOf(there)).toBe('506.80');
    expect(await failuresOf(there, here)).toEqual([]);
  });
});
