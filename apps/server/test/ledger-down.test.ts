import { randomUUID } from 'node:crypto';
import { endpoints, CallRefused, type Client } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type App } from '../src/app.ts';
import { chooseProviders } from '../src/choose-providers.ts';
import { slotOf } from '../src/ledger/shards/ids.ts';
import { openDatabase, type Database } from '../src/open-database.ts';
import { fetchThrough } from './fetch-through.ts';
import { startPasswordEngine, type PasswordEngine } from './password-engine.ts';
import { strictClient } from './strict-client.ts';
import { testConfig, testMasterKey } from './test-app.ts';
import { createTestDatabase, urlOf, type TestDatabase } from './test-database.ts';

type Person = { readonly client: Client; readonly token: string; readonly email: string; readonly id: string };

let engine: PasswordEngine;
let main: TestDatabase;
let database: Database;
let app: App;
/** Members of the main ledger and of the one that is down. */
let [here, friend, there]: Person[] = [];

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
}, 60_000);
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

const send = (from: Person | undefined, to: Person | undefined, amount: string) =>
  from?.client.call(endpoints.sendMoney, { body: { recipient_email: to?.email ?? '', amount } });

/** What a member does on an ordinary day. */
const calls: Readonly<Record<string, (client: Client, other: string) => Promise<unknown>>> = {
  me: (client) => client.call(endpoints.me),
  wallets: (client) => client.call(endpoints.listWallets),
  limits: (client) => client.call(endpoints.getLimits),
  'first steps': (client) => client.call(endpoints.getFirstSteps),
  history: (client) => client.call(endpoints.listTransactions, { query: {} }),
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
  'send to a stranger': (client) =>
    client.call(endpoints.sendMoney, {
      body: { recipient_email: `${randomUUID().slice(0, 13)}@florin.example`, amount: '2.00' },
    }),
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
  'ask for money': (client, other) =>
    client.call(endpoints.requestMoney, { body: { recipient_email: other, amount: '2.00' } }),
  requests: (client) => client.call(endpoints.listPaymentRequests, { query: {} }),
  notifications: (client) => client.call(endpoints.listNotifications),
  plans: (client) => client.call(endpoints.listPlans),
};

test('members of the other ledger notice nothing', async () => {
  await engine.engine.stop();
  const failed: string[] = [];
  for (const [name, call] of Object.entries(calls))
    await call(here?.client ?? clientOf(null), friend?.email ?? '').catch((error: unknown) => {
      failed.push(`${name}: ${error instanceof CallRefused ? `${error.status} ${error.body?.code}` : String(error)}`);
    });
  expect(failed).toEqual([]);
});
