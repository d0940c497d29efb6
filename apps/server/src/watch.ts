import type { Logger } from 'pino';
import type { App } from './app.ts';
import { PassingProblem, type Config } from './config.ts';
import { readBank } from './features/bank/index.ts';
import { measureRates } from './features/exchange/index.ts';
import { readOpenCharges } from './features/funding/index.ts';
import { readWaitingMails } from './features/mail/index.ts';
import { measurePrices } from './features/markets/index.ts';
import { readWaitingTexts } from './features/texts/index.ts';
import { readWaitingPushes } from './features/notifications/index.ts';
import { readLedgerState, readSums } from './features/operations/index.ts';
import { measurePools } from './platform/database/pool-meter.ts';
import type { Pool } from './platform/database/pool.ts';
import { measureAdmission } from './platform/http/admission-meter.ts';
import { keepReading } from './platform/metrics/keep-reading.ts';
import { readDisk } from './platform/metrics/read-disk.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';
import { readJobs } from './platform/recurring-job.ts';
import type { ExchangeRates } from './providers/exchange-rates/exchange-rates.ts';
import type { PriceFeed } from './providers/price-feed/price-feed.ts';

type Watched = {
  readonly config: Config;
  readonly pool: Pool;
  /** The folder of the embedded database. */
  readonly databaseFolder: string | undefined;
  readonly feed: PriceFeed;
  readonly rates: ExchangeRates;
  readonly app: Pick<App, 'admission' | 'dependencies'>;
  readonly logger: Logger;
};

const stateEverySeconds = 10;
/** The sums read every account, so they run less often. */
const sumsEverySeconds = 60;

/** Serves this process's metrics if configured, and periodically reads the metrics that come from the database. */
export async function startWatching({ config, pool, databaseFolder, feed, rates, app, logger }: Watched) {
  const { metrics } = config;
  const { ledgers = [] } = app.dependencies;
  if (!metrics) return { port: undefined, stop: async () => undefined };
  const server = await serveMetrics({
    ...metrics,
    refresh: () => {
      measurePools([pool, ...ledgers]);
      measureAdmission(app.admission());
      measurePrices(feed);
      measureRates(rates);
    },
  }).catch((error: unknown) => explain(error, metrics.port));
  const readings = [
    keepReading({
      name: 'state',
      everySeconds: stateEverySeconds,
      read: async () => {
        await readLedgerState(pool, ledgers);
        await readOpenCharges(pool);
        await readWaitingMails(pool);
        await readWaitingTexts(pool);
        await readWaitingPushes(pool);
        await readJobs(pool);
        await readBank(pool, app.dependencies.operatorAccounts);
      },
      logger,
    }),
    keepReading({ name: 'sums', everySeconds: sumsEverySeconds, read: () => readSums(pool), logger }),
    ...(databaseFolder === undefined
      ? []
      : [keepReading({ name: 'disk', everySeconds: stateEverySeconds, read: () => readDisk(databaseFolder), logger })]),
  ];
  return {
    port: server.port,
    async stop() {
      await server.stop();
      await Promise.all(readings.map((reading) => reading.stop()));
    },
  };
}

function explain(error: unknown, port: number): never {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
  throw new PassingProblem(
    `METRICS_PORT ${port} is already in use. Stop the program that uses it, or set another port.`,
  );
}
