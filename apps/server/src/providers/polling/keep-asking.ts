import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SourceFailure } from './source-failure.ts';

/** The pause after the first failure, and the maximum pause. */
const minPauseSeconds = 5;
const maxPauseSeconds = 300;

export type Wait = (seconds: number, signal: AbortSignal) => Promise<void>;

type Polling = {
  /** Sends one request and processes its response. */
  readonly ask: (signal: AbortSignal) => Promise<void>;
  readonly everySeconds: number;
  readonly timeoutSeconds: number;
  readonly logger: Logger;
  /** The kind of data from the source, for the log. */
  readonly what: 'prices' | 'exchange rates';
  /** The source's name for the log. */
  readonly name: string;
  readonly wait?: Wait | undefined;
};

/** Polls a source, one request at a time. `stop` ends it immediately, even during a request. */
export function keepAsking({ ask, everySeconds, timeoutSeconds, logger, what, name, wait = realWait }: Polling) {
  const stopping = new AbortController();
  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };

  async function loop() {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const failure = await attempt();
      failures = failure ? failures + 1 : 0;
      const seconds = failure ? pauseAfter(failure, failures, everySeconds) : everySeconds;
      if (failure && !stopping.signal.aborted) report(failure, seconds);
      await wait(seconds, stopping.signal);
    }
  }

  async function attempt(): Promise<Error | undefined> {
    const timedOut = new AbortController();
    const timer = setTimeout(
      () => timedOut.abort(new SourceFailure(`no answer within ${timeoutSeconds} seconds`)),
      timeoutSeconds * 1000,
    );
    try {
      await ask(AbortSignal.any([stopping.signal, timedOut.signal]));
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error('a value that is not an Error was thrown');
    } finally {
      clearTimeout(timer);
    }
  }

  function report(failure: Error, seconds: number) {
    const retry = `Retrying in ${Math.round(seconds)} seconds.`;
    if (failure instanceof SourceFailure) logger.warn(`No ${what} from ${name}: ${failure.message}. ${retry}`);
    else logger.error({ err: failure }, `Cannot process the ${what} from ${name}. ${retry}`);
  }
}

const realWait: Wait = (seconds, signal) =>
  sleep(seconds * 1000, undefined, { signal, ref: false }).catch(() => undefined); // rejects only on stop

/**
 * Returns the pause after consecutive failures. The pause doubles each time up to a maximum. Up to half of the pause is
 * added at random, so that many servers do not retry together. The pause is never shorter than the source's
 * Retry-After.
 */
export function pauseAfter(
  failure: Error,
  failures: number,
  everySeconds: number,
  random: () => number = Math.random,
): number {
  const timedOut = failure instanceof SourceFailure ? failure.retryAfterSeconds : undefined;
  // Retrying soon makes a rate limit worse, but other failures may be over soon.
  const first = timedOut === undefined ? Math.min(minPauseSeconds, everySeconds) : everySeconds;
  const backOff = Math.min(first * 2 ** (failures - 1), Math.max(maxPauseSeconds, everySeconds));
  return Math.max(backOff, timedOut ?? 0) * (1 + random() / 2);
}
