import type { Logger } from 'pino';
import { cancellableDelay } from '../cancellable-delay.ts';
import { gauge } from './registry.ts';

const lastRead = gauge(
  'florin_reading_timestamp_seconds',
  'Time of the last successful reading from the database, by reading',
  ['reading'],
);

type Reading = {
  readonly name: string;
  readonly everySeconds: number;
  /** The maximum share of one connection's time that readings may take. Slow readings therefore run less often. */
  readonly shareOfTime?: number;
  readonly read: () => Promise<void>;
  readonly logger: Logger;
};

/**
 * Reads metrics periodically that are too expensive to read on every scrape. Between readings, the metrics keep their last
 * values. A separate metric shows the time of the last reading, so that old values are recognizable.
 */
export function keepReading({ name, everySeconds, shareOfTime = 0.05, read, logger }: Reading) {
  const pause = cancellableDelay();
  let stopped = false;
  let isFailing = false;

  const attempt = async () => {
    try {
      await read();
      lastRead.set({ reading: name }, Date.now() / 1_000);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ err: error, reading: name }, 'cannot read the metrics from the database');
      isFailing = true;
    }
  };
  const run = async () => {
    while (!stopped) {
      const began = performance.now();
      await attempt();
      const tookMs = performance.now() - began;
      if (!stopped) await pause.take(Math.max(everySeconds * 1_000, tookMs / shareOfTime));
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopped = true;
      pause.end();
      await running;
    },
  };
}
