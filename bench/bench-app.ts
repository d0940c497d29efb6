import { pino } from 'pino';
import { buildApp, type App } from '../apps/server/src/app.ts';
import { chooseProviders } from '../apps/server/src/choose-providers.ts';
import { parseConfig } from '../apps/server/src/config.ts';
import { masterKeyOf } from '../apps/server/src/master-key.ts';
import { openPool, type Pool } from '../apps/server/src/platform/database/pool.ts';

/** Serves the product in this process with changed parts, on the database and port of the environment. */
export async function serveChanged(change: { pool?: (pool: Pool) => Pool; start?: (app: App) => void }): Promise<void> {
  const config = parseConfig(process.env);
  const opened = openPool({ connectionString: config.databaseUrl ?? '' });
  const app = await buildApp({
    config,
    pool: change.pool?.(opened) ?? opened,
    logger: pino({ level: 'warn' }),
    providers: chooseProviders(config),
    masterKey: masterKeyOf(config),
  });
  change.start?.(app);
  await app.http.listen({ host: config.host, port: config.port });
  process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
}
