import { fileURLToPath } from 'node:url';
import { endpoints } from '@florin/contract';
import { fiatCodes } from '@florin/money';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { activityRoutes, openHistory } from './features/activity/index.ts';
import { addedFunds, finishDeposit, fundingRoutes, scheduleChargeRecovery } from './features/funding/index.ts';
import { authenticator, identityRoutes, peopleDirectory } from './features/identity/index.ts';
import { marketRoutes, openMarkets } from './features/markets/index.ts';
import { boughtCoins, finishPurchase, soldCoins, tradingRoutes } from './features/trading/index.ts';
import { sentMoney, transferRoutes } from './features/transfers/index.ts';
import { walletRoutes } from './features/wallets/index.ts';
import type { Providers } from './choose-providers.ts';
import type { Config } from './config.ts';
import { openLedger, scheduleSweeps } from './ledger/index.ts';
import type { Pool } from './platform/database/pool.ts';
import { serveApiDocs } from './platform/http/api-docs.ts';
import { serveHealth } from './platform/http/health.ts';
import { mount } from './platform/http/mount.ts';
import { createHttpServer } from './platform/http/server.ts';
import { serveWebApp } from './platform/http/web-app.ts';

const webFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url));

export type App = Awaited<ReturnType<typeof buildApp>>;

type Building = {
  readonly config: Config;
  readonly pool: Pool;
  readonly logger: Logger;
  readonly providers: Providers;
};

/**
 * The composition: everything is built here once and handed to what needs it. Read this first.
 *
 * @param pool connects as the application's role
 */
export async function buildApp({ config, pool, logger, providers }: Building) {
  const { feed, rail } = providers;

  // The ledger, and what reads it.
  const ledger = openLedger(pool);
  const people = peopleDirectory(pool);
  const markets = openMarkets(feed);
  await ledger.registerAssets(fiatCodes, 2);
  await ledger.registerAssets(markets.symbols(), 8);

  const movements = [sentMoney, addedFunds, boughtCoins(markets.nameOf), soldCoins(markets.nameOf)];
  const history = openHistory({ pool, ledger, people, movements });

  // The slices.
  const dependencies = { pool, ledger, people, markets, history, rail, rateLimits: config.rateLimits };
  const routes = [
    ...identityRoutes(dependencies),
    ...walletRoutes(dependencies),
    ...fundingRoutes(dependencies),
    ...transferRoutes(dependencies),
    ...activityRoutes(dependencies),
    ...marketRoutes(dependencies),
    ...tradingRoutes(dependencies),
  ];

  // The edge.
  const http = await createHttpServer({ logger, publicUrl: config.publicUrl });
  const authenticate = authenticator(pool);
  for (const route of routes) mount(http, route, authenticate);
  assertAllMounted(routes.map((route) => route.endpoint));
  await serveApiDocs(http);
  serveHealth(http, pool);
  const demo = { available: false };
  await serveWebApp(http, webFolder, { mode: config.mode, demo: () => demo.available });

  const jobs: { stop: () => Promise<void> }[] = [];
  return {
    http: http as FastifyInstance,
    dependencies,
    /** Told by whoever seeded the sandbox: the login page may offer the demo account. */
    offerDemo: () => (demo.available = true),
    /** The work that repeats. Not started in tests that want to run it by hand. */
    startJobs() {
      jobs.push(
        scheduleSweeps(pool, logger),
        scheduleChargeRecovery(
          { pool, rail, logger },
          {
            deposit: (charge) => finishDeposit(dependencies, charge),
            buy: (charge) => finishPurchase(dependencies, charge),
          },
        ),
      );
    },
    /** Answers what has begun, then stops. */
    async close() {
      await http.close();
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

function assertAllMounted(mounted: readonly unknown[]) {
  const missing = Object.entries(endpoints).filter(([, endpoint]) => !mounted.includes(endpoint));
  if (missing.length > 0) throw new Error(`no slice serves ${missing.map(([name]) => name).join(', ')}`);
}
