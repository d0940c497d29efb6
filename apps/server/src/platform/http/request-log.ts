import { atMostPerSecond } from '../at-most-per-second.ts';
import type { Answered } from './watch-requests.ts';

export type RequestLogging = {
  /** A line for every request, and not only for those that somebody should look at. */
  readonly all: boolean;
  /** A request that takes longer than this is one of them. */
  readonly slowMs: number;
};

/** Under overload the answers are many and all the same: so many lines a second say it, and the next how many it left out. */
const mostPerSecond = 20;

/**
 * A line for each request that failed on our side or was slow. Like `logCall` it names the call by its pattern and
 * nothing that came with it; the id in it is the one in the answer.
 */
export function requestLog({ all, slowMs }: RequestLogging) {
  const mayWrite = atMostPerSecond(mostPerSecond);
  return {
    ends({ request, method, route, status, ms, isStream }: Answered) {
      const line = { event: 'request', method, route, status, refusal: request.refusedWith, ms: Math.round(ms) };
      const isFailure = typeof status === 'number' && status >= 500;
      const isSlow = !isStream && ms > slowMs;
      if (!isFailure && !isSlow) {
        if (all) request.log.info(line, 'a request was answered');
        return;
      }
      const leftOut = mayWrite();
      if (leftOut === undefined) return;
      request.log.warn(
        { ...line, ...(leftOut > 0 ? { left_out: leftOut } : {}) },
        isFailure ? 'a request was answered with a failure' : 'a request was slow',
      );
    },
  };
}
