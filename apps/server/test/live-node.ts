import type { Client } from '@florin/contract';
import { pino } from 'pino';
import { buildApp } from '../src/app.ts';
import { chooseProviders } from '../src/choose-providers.ts';
import { fetchThrough } from './fetch-through.ts';
import { strictClient } from './strict-client.ts';
import { testConfig, testMasterKey, type TestApp } from './test-app.ts';

/**
 * Starts a second node on the same databases in live mode, but with the sandbox's simulated providers. With
 * FLORIN_MODE=live the configuration requires real providers.
 */
export async function openLiveNode({ database, ledgers }: TestApp) {
  const config = testConfig();
  const app = await buildApp({
    config: { ...config, mode: 'live' },
    pool: database.pool,
    ledgers: ledgers.slice(1).map(({ pool }) => pool),
    logger: pino({ level: 'silent' }),
    providers: chooseProviders(config),
    masterKey: testMasterKey,
  });
  return {
    clientOf: (token: string | null): Client =>
      strictClient({ origin: '', fetch: fetchThrough(app.http), token: () => token }),
    close: () => app.close(),
  };
}
