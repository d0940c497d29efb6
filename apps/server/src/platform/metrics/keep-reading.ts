import type { Logger } from 'pino';
import { wakefulPause } from '../wakeful-pause.ts';
import { gauge } from './registry.ts';

const lastRead = gauge(
  'florin_reading_timestamp_seconds',
  'When what the database says was last read, by the name of the reading',
  ['reading'],
);

type Reading = {
  readonly name: string;
  readonly everySeconds: number;
  /** A reading may take at most this share of one connection's time: the longer it takes, the rarer it is. */
  readonly shareOfTime?: number;
  readonly read: () => Promise<void>;
  readonly logger: Logger;
};

/**
 * Reads now and then what is too dear to be read whenever somebody asks. What was read last stands until the next time;
 * its age is a metric of its own, so that an old figure cannot pass for a new one.
 */
export function keepReading({ name, everySeconds, shareOfTime = 0.05, read, logger }: Reading) {
  const pause = wakefulPause();
  let stopped = false;
  let isFailing = false;

  const attempt = async () => {
    try {
      await read();
      lastRead.set({ reading: name }, Date.now() / 1_000);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ err: error, reading: name }, 'the metrics that the database has are not read');
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
