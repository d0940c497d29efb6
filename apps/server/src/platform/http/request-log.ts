import { logRateLimit } from '../log-rate-limit.ts';
import type { Answered } from './watch-requests.ts';

export type RequestLogging = {
  /** Log every request, not only failed and slow ones. */
  readonly all: boolean;
  /** A request that takes longer than this counts as slow. */
  readonly slowMs: number;
};

/**
 * Under overload many responses are equal. So at most this many lines per second are logged, with the number of dropped
 * lines.
 */
const maxLinesPerSecond = 20;

/**
 * Logs requests that failed on our side or were slow. Like `logCall`, the function logs the route pattern but no
 * content of the request. The logged id is the request id in the response.
 */
export function requestLog({ all, slowMs }: RequestLogging) {
  const countDropped = logRateLimit(maxLinesPerSecond);
  return {
    ends({ request, method, route, status, ms, isStream }: Answered) {
      const line = { event: 'request', method, route, status, refusal: request.refusedWith, ms: Math.round(ms) };
      const isFailure = typeof status === 'number' && status >= 500;
      const isSlow = !isStream && ms > slowMs;
      if (!isFailure && !isSlow) {
        if (all) request.log.info(line, 'a request was answered');
        return;
      }
      const dropped = countDropped();
      if (dropped === undefined) return;
      request.log.warn(
        { ...line, ...(dropped > 0 ? { left_out: dropped } : {}) },
        isFailure ? 'a request was answered with an error' : 'a request was slow',
      );
    },
  };
}
