import { randomUUID } from 'node:crypto';
import { endpoints, type Client, type User } from '@florin/contract';
import { pino } from 'pino';
import { buildApp, type App } from '../src/app.ts';
import { chooseProviders, type Providers } from '../src/choose-providers.ts';
import { parseConfig } from '../src/config.ts';
import { usualSize } from '../src/platform/database/pool.ts';
import { fetchThrough } from './fetch-through.ts';
import { strictClient } from './strict-client.ts';
import { expectCleanSweep } from './ledger-model/compare.ts';
import { expectCleanTransits, spreadMembers } from './several-ledgers.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** The master key of all processes of a test. */
export const testMasterKey = Buffer.alloc(32, 'florin-test');

/** Returns the settings of a sandbox without a cast, rate limits or costly password hashes. */
export const testConfig = (env: Record<string, string> = {}) =>
  parseConfig({ FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off', FLORIN_PASSWORD_COST: 'least', ...env });

export type TestMember = {
  readonly user: User;
  readonly token: string;
  readonly password: string;
  readonly client: Client;
};

export type TestApp = {
  readonly app: App;
  /** The main database. */
  readonly database: TestDatabase;
  /** The databases of all ledgers, by their numbers. The main ledger is the first. */
  readonly ledgers: readonly TestDatabase[];
  /** A client without a session. */
  readonly client: Client;
  readonly clientOf: (token: string) => Client;
  /**
   * Signs up through the API, by default with a new address. The address is confirmed unless the settings say
   * otherwise.
   */
  readonly signUp: (name?: string, email?: string) => Promise<TestMember>;
  /** Signs up, confirms the address, and adds this many dollars from a sandbox card. */
  readonly signUpWith: (usd: string, name?: string) => Promise<TestMember>;
  /** Confirms the member's address with the link mailed at sign-up, if one was mailed. */
  readonly confirm: (member: TestMember) => Promise<TestMember>;
  /** Expects the whole sweep to find nothing. */
  readonly expectCleanBooks: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Fewer connections than a server has: PostgreSQL needs longer to open one than for most commands. With so few, a few
 * commands at once also show whether a command waits for a second connection while it holds the first.
 */
const few = 4;
/** FLORIN_TEST_LEDGERS=2 runs all tests of the product with two ledgers. */
export const usualLedgers = Number(process.env['FLORIN_TEST_LEDGERS'] ?? 1);
/** With one connection, a command that waits for a second connection waits for itself and fails. */
export const oneConnection = { connections: 1 };
/** For tests of many concurrent calls. */
export const asManyAsAServer = { connections: usualSize };

/** Starts the whole product in this process on a new database, called through the contract's client. */
export async function createTestApp(
  env: Record<string, string> = {},
  providers: Partial<Providers> = {},
  { connections = few, ledgers = usualLedgers } = {},
): Promise<TestApp> {
  const database = await createTestDatabase({ connections });
  const others = await Promise.all(Array.from({ length: ledgers - 1 }, () => createTestDatabase({ connections })));
  if (others.length > 0) await spreadMembers(database, others);
  const config = testConfig(env);
  const app = await buildApp({
    config,
    pool: database.pool,
    ledgers: others.map(({ pool }) => pool),
    logger: pino({ level: 'silent' }),
    providers: { ...chooseProviders(config), ...providers },
    masterKey: testMasterKey,
  });
  const clientOf = (token: string | null) =>
    strictClient({ origin: '', fetch: withOutboxKey(app, fetchThrough(app.http)), token: () => token });
  const client = clientOf(null);

  const signUp = async (
    name = 'Test Person',
    email = `${randomUUID().slice(0, 13)}@florin.example`,
  ): Promise<TestMember> => {
    const password = 'correct horse battery';
    const { token, user } = await client.call(endpoints.signup, { body: { name, email, password } });
    return { user, token, password, client: clientOf(token) };
  };
  const confirm = async (member: TestMember) => {
    if (member.user.email_confirmed) return member;
    const mails = await client.call(endpoints.listCaughtMails, { query: { to: member.user.email } });
    const [token = ''] = mails.flatMap(({ link }) => /\/confirm-email#([\w-]+)$/.exec(link ?? '')?.[1] ?? []);
    await member.client.call(endpoints.confirmEmail, { body: { token } });
    return { ...member, user: await member.client.call(endpoints.me) };
  };
  const signUpWith = async (usd: string, name?: string) => {
    const member = await confirm(await signUp(name));
    const card = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    await member.client.call(endpoints.addFunds, { body: { amount: usd, payment_method_id: card.id } });
    return member;
  };
  return {
    app,
    database,
    ledgers: [database, ...others],
    client,
    clientOf,
    signUp,
    signUpWith,
    confirm,
    expectCleanBooks: async () => {
      for (const { ownerPool } of [database, ...others]) await expectCleanSweep(ownerPool);
      if (others.length > 0) await expectCleanTransits([database, ...others].map(({ pool }) => pool));
    },
    close: async () => {
      await app.close();
      await Promise.all([database, ...others].map((one) => one.close()));
    },
  };
}

/** Adds the outbox key, so that tests can read the mail of sandboxes that others can reach. */
const withOutboxKey =
  ({ outboxKey }: App, fetch: ReturnType<typeof fetchThrough>): ReturnType<typeof fetchThrough> =>
  (url, init) =>
    fetch(
      outboxKey !== undefined && /^\/api\/sandbox\/(mails|texts)/.test(url)
        ? `${url}${url.includes('?') ? '&' : '?'}key=${outboxKey}`
        : url,
      init,
    );
