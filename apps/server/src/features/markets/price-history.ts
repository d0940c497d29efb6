import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { cancellableDelay } from '../../platform/cancellable-delay.ts';
import type { PriceFeed } from '../../providers/price-feed/price-feed.ts';
import { pruneCandles, recordMinutes, type CandleStore } from './candle-store.ts';
import { fillHistory } from './fill-history.ts';
import type { Markets } from './markets.ts';
import { hours, minutes, startOf } from './resolutions.ts';
import { openSeenPrices, type SeenPrices } from './seen-prices.ts';

/** A high or low between two samples may be missed. */
const sampleEveryMs = 5_000;
const retryMs = 10_000;
/** Delays the fill so that it does not slow down the first page after a start. */
const firstFillAfterMs = 3_000;

type Dependencies = {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly markets: Markets;
  /** Returns past prices to fill gaps. Only a simulated feed has past prices. */
  readonly past: PriceFeed['past'];
};

/**
 * Schedules the price history: every process samples, one stores each minute (docs/decisions/0014-price-candles.md).
 */
export function schedulePriceHistory({ pool, logger, markets, past }: Dependencies) {
  const seen = openSeenPrices(markets);
  const store = { pool, simulated: markets.areSimulated() };
  const timer = setInterval(() => seen.sample(new Date()), sampleEveryMs);
  timer.unref();
  const jobs = [
    recurringJob({ pool, logger }, 'record-prices', minutes.every, () => recordSeen(store, seen)),
    recurringJob({ pool, logger }, 'prune-candles', hours.every, () => pruneCandles(pool, new Date())),
    ...(past ? [keepFilled({ store, logger, symbols: markets.symbols(), past })] : []),
  ];
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** Stores the samples since the last call, including the current minute. */
export async function recordSeen(store: CandleStore, seen: SeenPrices): Promise<void> {
  const now = Date.now() / 1000;
  const candles = seen.candles();
  if (candles.length === 0) return;
  await recordMinutes(store, candles);
  seen.forgetBefore(startOf(now, minutes.every));
}

type Filling = Omit<Parameters<typeof fillHistory>[0], 'signal'> & { readonly logger: Logger };

/** Fills the history shortly after the start and then hourly, because the machine or database may have been down. */
function keepFilled({ logger, ...filling }: Filling) {
  const ending = new AbortController();
  const pause = cancellableDelay();
  const run = async () => {
    await pause.take(firstFillAfterMs);
    while (!ending.signal.aborted) {
      const restMs = await fillHistory({ ...filling, signal: ending.signal }, Date.now() / 1000).then(
        () => hours.every * 1000,
        (error: unknown) => {
          logger.error({ err: error }, 'could not fill the price history; retrying');
          return retryMs;
        },
      );
      if (!ending.signal.aborted) await pause.take(restMs);
    }
  };
  const running = run();
  return {
    stop: async () => {
      ending.abort();
      pause.end();
      await running;
    },
  };
}
