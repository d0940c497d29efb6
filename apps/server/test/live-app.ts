import type { Client } from '@florin/contract';
import { pino } from 'pino';
import { buildApp, type App } from '../src/app.ts';
import { chooseProviders } from '../src/choose-providers.ts';
import { parseConfig } from '../src/config.ts';
import type { Pool } from '../src/platform/database/pool.ts';
import { fetchThrough } from './fetch-through.ts';
import { liveSettings } from './live-settings.ts';
import { strictClient } from './strict-client.ts';
import { testMasterKey } from './test-app.ts';
import { createTestDatabase } from './test-database.ts';

export type LiveApp = {
  readonly http: App['http'];
  readonly clientOf: (token: string | null) => Client;
  readonly close: () => Promise<void>;
};

/** Starts the whole product in live mode in this process, on a new database, with the providers of live. */
export async function openLiveApp(): Promise<LiveApp> {
  const database = await createTestDatabase();
  const live = await openLiveAppOn(database.pool);
  return {
    ...live,
    close: async () => {
      await live.close();
      await database.close();
    },
  };
}

/** Starts it on this database. */
export async function openLiveAppOn(pool: Pool, more: Record<string, string> = {}): Promise<LiveApp> {
  const config = parseConfig({ ...liveSettings, ...more });
  const logger = pino({ level: 'silent' });
  const app = await buildApp({
    config,
    pool,
    logger,
    providers: chooseProviders(config, logger),
    masterKey: testMasterKey,
  });
  return {
    http: app.http,
    clientOf: (token) => strictClient({ origin: '', fetch: fetchThrough(app.http), token: () => token }),
    close: () => app.close(),
  };
}
