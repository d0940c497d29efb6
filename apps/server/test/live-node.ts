import type { Client } from '@florin/contract';
import { pino } from 'pino';
import { buildApp } from '../src/app.ts';
import { chooseProviders } from '../src/choose-providers.ts';
import { fetchThrough } from './fetch-through.ts';
import { strictClient } from './strict-client.ts';
import { testConfig, testMasterKey, type TestApp } from './test-app.ts';

/**
 * A second node on the same database, in live mode but with the simulated providers of the sandbox: a configuration with
 * FLORIN_MODE=live does not start without real ones.
 */
export async function openLiveNode({ database }: TestApp) {
  const config = testConfig();
  const app = await buildApp({
    config: { ...config, mode: 'live' },
    pool: database.pool,
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
