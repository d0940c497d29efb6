import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks a source by its name. Rejects if the source does not answer in time, or has not yet answered an earlier
 * question.
 */
type AskPatiently = <Answer>(source: string, question: () => Promise<Answer>) => Promise<Answer>;

/**
 * Returns a function that asks sources one after the other. A source that is down delays the other sources only once,
 * by at most `patienceMs`.
 */
export function askPatiently(patienceMs: number): AskPatiently {
  const silent = new Set<string>();
  return async (source, question) => {
    if (silent.has(source)) throw new Error(`${source} has not answered yet. Check that it is up.`);
    silent.add(source);
    const answer = question().finally(() => silent.delete(source));
    const ending = new AbortController();
    const tooLate = sleep(patienceMs, undefined, { signal: ending.signal }).then(() => {
      throw new Error(`${source} did not answer within ${patienceMs} ms. Check that it is up.`);
    });
    return Promise.race([answer, tooLate]).finally(() => {
      ending.abort();
      for (const late of [answer, tooLate]) late.catch(() => undefined);
    });
  };
}
