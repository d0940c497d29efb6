import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SourceFailure } from './price-source.ts';

/** After the first failure, and the longest that back-off makes it. */
const shortestPauseSeconds = 5;
const longestPauseSeconds = 300;

export type Wait = (seconds: number, signal: AbortSignal) => Promise<void>;

type Asking = {
  /** One question and what follows from its answer. */
  readonly ask: (signal: AbortSignal) => Promise<void>;
  readonly everySeconds: number;
  readonly timeoutSeconds: number;
  readonly logger: Logger;
  /** Who is asked, for the log. */
  readonly name: string;
  readonly wait?: Wait | undefined;
};

/** Asks again and again, one question at a time, until it is stopped: that ends it at once, also amid a question. */
export function keepAsking({ ask, everySeconds, timeoutSeconds, logger, name, wait = realWait }: Asking) {
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
    const asked = new AbortController();
    const timer = setTimeout(
      () => asked.abort(new SourceFailure(`no answer within ${timeoutSeconds} seconds`)),
      timeoutSeconds * 1000,
    );
    try {
      await ask(AbortSignal.any([stopping.signal, asked.signal]));
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error('something was thrown that is no error');
    } finally {
      clearTimeout(timer);
    }
  }

  function report(failure: Error, seconds: number) {
    const again = `asked again in ${Math.round(seconds)} seconds`;
    if (failure instanceof SourceFailure) logger.warn(`No prices from ${name}: ${failure.message}; ${again}.`);
    else logger.error({ err: failure }, `The prices from ${name} could not be taken over; ${again}.`);
  }
}

const realWait: Wait = (seconds, signal) =>
  sleep(seconds * 1000, undefined, { signal, ref: false }).catch(() => undefined); // only a stop rejects it

/**
 * How long to leave a source alone that has failed so many times in a row: twice as long each time, to a bound, and up
 * to a half longer by chance, so that many servers do not come back as one. Never shorter than the source asks for.
 */
export function pauseAfter(
  failure: Error,
  failures: number,
  everySeconds: number,
  chance: () => number = Math.random,
): number {
  const asked = failure instanceof SourceFailure ? failure.retryAfterSeconds : undefined;
  // Asked too often is made worse by asking soon; whatever else it was may be over soon.
  const first = asked === undefined ? Math.min(shortestPauseSeconds, everySeconds) : everySeconds;
  const backOff = Math.min(first * 2 ** (failures - 1), Math.max(longestPauseSeconds, everySeconds));
  return Math.max(backOff, asked ?? 0) * (1 + chance() / 2);
}
