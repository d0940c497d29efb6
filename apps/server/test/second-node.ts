import type { Client } from '@florin/contract';
import { pino, type Logger } from 'pino';
import { buildApp, type App } from '../src/app.ts';
import { chooseProviders, type Providers } from '../src/choose-providers.ts';
import { openPool } from '../src/platform/database/pool.ts';
import { fetchThrough } from './fetch-through.ts';
import { strictClient } from './strict-client.ts';
import { testConfig, testMasterKey, type TestApp, type TestMember } from './test-app.ts';

export type SecondNode = {
  readonly app: App;
  /** Returns a client with the session of a member of the first node. */
  readonly clientOf: (member: TestMember) => Client;
  readonly close: () => Promise<void>;
};

/** Starts a second node on the same databases, with its own connections and no memory shared with the first. */
export async function startSecondNode(
  { database, ledgers }: Pick<TestApp, 'database'> & Partial<Pick<TestApp, 'ledgers'>>,
  providers: Partial<Providers> = {},
  env: Record<string, string> = {},
  logger: Logger = pino({ level: 'silent' }),
): Promise<SecondNode> {
  const pool = openPool(database.address);
  const others = (ledgers ?? []).slice(1).map(({ address }) => openPool(address));
  const config = testConfig(env);
  const app = await buildApp({
    config,
    pool,
    ledgers: others,
    logger,
    providers: { ...chooseProviders(config), ...providers },
    masterKey: testMasterKey,
  });
  return {
    app,
    clientOf: ({ token }) => strictClient({ origin: '', fetch: fetchThrough(app.http), token: () => token }),
    close: async () => {
      await app.close();
      await Promise.all([pool, ...others].map((one) => one.end()));
    },
  };
}
